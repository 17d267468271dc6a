#pragma once
// A private file without a name: it is gone when the process is, however that ends.
#include <cstddef>
#include <cstdint>
#include <string>

namespace scpp {

/// Every failure throws FileError with the folder and the system's reason.
class ScratchFile {
 public:
  /// In `folder`, else where TMPDIR says, else in /var/tmp.
  explicit ScratchFile(std::string folder = {});
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void append(const void* bytes, std::size_t count);
  void read(std::uint64_t offset, void* bytes, std::size_t count) const;
  std::uint64_t size() const { return size_; }
  /// For mapping; stays open while this lives.
  int descriptor() const { return descriptor_; }

 private:
  [[noreturn]] void fail(int error_number) const;

  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace scpp
