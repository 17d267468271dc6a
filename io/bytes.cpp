#include "io/bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

namespace scpp {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& path, int error_number) {
  throw FileError("cannot read " + (path == "-" ? "standard input" : path) + ": " +
                  std::generic_category().message(error_number));
}

Bytes map_file(const std::string& path, int descriptor, std::size_t size) {
  if (size == 0) return {};
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED) fail(path, errno);
  std::shared_ptr<const void> owner(address, [size](void* mapped) { ::munmap(mapped, size); });
  return {std::move(owner), {static_cast<const char*>(address), size}};
}

Bytes read_to_end(const std::string& path, int descriptor, const MemoryBudget& budget) {
  GrowingBuffer buffer(path, budget);
  while (true) {
    char* room = buffer.room();
    const ssize_t count = ::read(descriptor, room, buffer.room_size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, errno);
    if (count == 0) return buffer.take();
    buffer.grow_by(count);
  }
}

/// A file to read, "-" for standard input.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : file_(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)),
        is_standard_input_(path == "-") {
    if (file_.number() < 0) fail(path, errno);
    if (::fstat(file_.number(), &about_) != 0) fail(path, errno);
    if (S_ISDIR(about_.st_mode)) fail(path, EISDIR);
  }
  int descriptor() const { return file_.number(); }
  std::size_t size() const { return about_.st_size; }
  /// Standard input may stand in the middle of a file; only reading respects that. Files of /proc claim size 0.
  bool is_mappable() const { return !is_standard_input_ && S_ISREG(about_.st_mode) && about_.st_size > 0; }

 private:
  Descriptor file_;
  bool is_standard_input_;
  struct stat about_ {};
};

/// What can only be read once, as a mapped file.
Bytes copied(const std::string& path, int descriptor, const std::function<void(std::size_t)>& progress) {
  ScratchFile copy;
  std::vector<char> piece(std::size_t{1} << 20);
  while (true) {
    const ssize_t count = ::read(descriptor, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, errno);
    if (count == 0) return map_file(path, copy.descriptor(), copy.size());
    copy.append(piece.data(), count);
    progress(copy.size());
  }
}

}  // namespace

Bytes map_scratch(const std::string& path, const ScratchFile& file) {
  return map_file(path, file.descriptor(), file.size());
}

void drop_pages(std::string_view mapped) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped.data()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(mapped.data()) + mapped.size();
  if (end > begin) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Bytes read_bytes(const std::string& path, const MemoryBudget& budget) {
  const OpenFile file(path);
  Bytes bytes = file.is_mappable() ? map_file(path, file.descriptor(), file.size())
                                   : read_to_end(path, file.descriptor(), budget);
  return unpack(path, std::move(bytes), budget);
}

Bytes map_bytes(const std::string& path, const std::function<void(std::size_t)>& progress) {
  const OpenFile file(path);
  Bytes bytes = file.is_mappable() ? map_file(path, file.descriptor(), file.size())
                                   : copied(path, file.descriptor(), progress);
  if (!is_packed(bytes.view)) return bytes;
  ScratchFile unpacked;
  unpack_to(path, bytes.view, unpacked, progress);
  return map_scratch(path, unpacked);
}

void GrowingBuffer::Free::operator()(void* data) const { std::free(data); }

char* GrowingBuffer::room() {
  if (size_ < capacity_) return data_.get() + size_;
  if (size_ >= limit_)
    throw FileError(path_ + " holds more than the " + bytes_in_words(static_cast<double>(limit_)) +
                    " of memory it may take");
  const std::size_t first = 1 << 16;
  const std::size_t wanted = std::min(limit_, std::max(first, 2 * capacity_));
  char* larger = static_cast<char*>(std::realloc(data_.get(), wanted));
  if (!larger) throw FileError(path_ + " does not fit into memory");
  (void)data_.release();
  data_.reset(larger);
  capacity_ = wanted;
  return larger + size_;
}

Bytes GrowingBuffer::take() {
  const std::string_view view(data_.get(), size_);
  std::shared_ptr<const void> owner(data_.release(), Free());
  return {std::move(owner), view};
}

}  // namespace scpp
