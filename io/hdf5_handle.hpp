#pragma once
// The HDF5 library's numbers, closed when they go out of scope. Included by the HDF5 sources only.
#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

namespace scpp {

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  ~Hdf5Handle() { reset(); }

  hid_t id() const { return id_; }
  bool valid() const { return id_ >= 0; }
  /// Closes now; false when the library could not write what it held.
  bool reset() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// While it lives this thread alone uses the library (it is not safe for threads) and the library prints
/// nothing.
class Hdf5Session {
 public:
  Hdf5Session() : lock_(mutex()) {
    // Everything is closed by then. After a full disk the library would try again when the process ends, and print.
    static const herr_t nothing_at_exit = H5dont_atexit();
    (void)nothing_at_exit;
    H5Eget_auto2(H5E_DEFAULT, &printer_, &printer_data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Hdf5Session(const Hdf5Session&) = delete;
  Hdf5Session& operator=(const Hdf5Session&) = delete;
  ~Hdf5Session() { H5Eset_auto2(H5E_DEFAULT, printer_, printer_data_); }

 private:
  static std::mutex& mutex() {
    static std::mutex only;
    return only;
  }

  std::lock_guard<std::mutex> lock_;
  H5E_auto2_t printer_ = nullptr;
  void* printer_data_ = nullptr;
};

/// Where AnnData keeps the names of the columns of its matrix, and the columns that describe its rows.
inline const std::string anndata_names = "/var";
inline const std::string anndata_rows = "/obs";

}  // namespace scpp
