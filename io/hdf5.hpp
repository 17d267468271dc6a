#pragma once
// The HDF5 library: its numbers, closed when they go out of scope, and its files. Included by the HDF5
// sources only.
#include <hdf5.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "io/bytes.hpp"

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
    // Everything is closed by then. After a full disk the library would try again when the process ends, and
    // print.
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

/// Reading access to one HDF5 file, in the words of this library.
class Hdf5File {
 public:
  /// Throws FileError when the file cannot be opened or is no HDF5 file.
  Hdf5File(const std::string& file, const MemoryBudget& budget);

  bool is_group(const std::string& name) const { return type_of(name) == H5O_TYPE_GROUP; }
  bool is_dataset(const std::string& name) const { return type_of(name) == H5O_TYPE_DATASET; }
  /// Names of the objects at the root.
  std::vector<std::string> root_names() const;

  /// A numeric or text dataset; throws FileError when it is neither here nor readable.
  Hdf5Handle dataset(const std::string& name) const;
  std::vector<Index> shape(const Hdf5Handle& dataset) const;
  bool is_number(const Hdf5Handle& dataset) const;
  bool is_float32(const Hdf5Handle& dataset) const;

  /// All elements, converted to `type`, into memory checked against the budget.
  template <class Element>
  std::shared_ptr<Element[]> read_all(const std::string& name, const Hdf5Handle& dataset, hid_t type) const {
    std::size_t count = 1;
    for (const Index length : shape(dataset)) count = saturating_product(count, length);
    std::shared_ptr<Element[]> elements = budget_.allocate<Element>(count);
    read_into(name, dataset, type, elements.get());
    return elements;
  }
  /// Rows [first, first + count) of a dataset of 1 or 2 dimensions, converted to `type`.
  void read_rows(const std::string& name, const Hdf5Handle& dataset, hid_t type, Index first, Index count,
                 void* out) const;
  std::vector<std::int64_t> read_integers(const std::string& name) const;
  std::vector<std::string> read_strings(const std::string& name) const;

  /// Attributes of an object; empty when absent or of another kind.
  std::string text_attribute(const std::string& object, const std::string& attribute) const;
  std::vector<std::int64_t> integer_attribute(const std::string& object, const std::string& attribute) const;

  [[noreturn]] void fail(const std::string& name, const std::string& reason) const;

 private:
  H5O_type_t type_of(const std::string& name) const;
  Hdf5Handle open_attribute(const std::string& object, const std::string& attribute) const;
  void read_into(const std::string& name, const Hdf5Handle& dataset, hid_t type, void* out) const;
  std::vector<std::string> read_fixed_strings(const std::string& name, const Hdf5Handle& data,
                                              std::size_t size) const;
  std::vector<std::string> read_variable_strings(const std::string& name, const Hdf5Handle& data) const;

  const MemoryBudget& budget_;
  std::string path_;
  Hdf5Handle access_;
  Hdf5Handle file_;
};

}  // namespace scpp
