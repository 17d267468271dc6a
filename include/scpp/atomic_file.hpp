#pragma once
// A file that appears complete or not at all: written beside its destination, renamed on commit.
#include <string>
#include <string_view>

namespace scpp {

/// Opens on construction; every failure throws FileError with the path and the system's reason.
/// "-" is standard output; a device or a pipe is written in place, since renaming over it would replace it.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Without commit() nothing is left behind.
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();

  /// For libraries that open files by name themselves: the unfinished file, empty when there is none
  /// (standard output, devices).
  const std::string& unfinished_path() const { return unfinished_; }

 private:
  void create_beside(const std::string& target, unsigned mode);
  void close_descriptor();
  [[noreturn]] void fail(int error_number) const;

  std::string path_;
  std::string target_;
  std::string unfinished_;
  int descriptor_ = -1;
};

/// Removes what this process has begun to write to `path` and has not committed, for a program that ends
/// without destructors. Failures are ignored.
void remove_unfinished(const std::string& path);

}  // namespace scpp
