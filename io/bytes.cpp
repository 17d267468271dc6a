// The bytes of a file as they are wanted: mapped or read, unpacked when they are gzip or zstd.
#include "io/bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(SCPP_HAS_PACKING)
#include <zlib.h>
#include <zstd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace scpp {
namespace {

/// Bytes that grow as they arrive, up to a budget.
class GrowingBuffer {
 public:
  GrowingBuffer(const std::string& path, const MemoryBudget& budget) : path_(path), limit_(budget.limit()) {}

  /// Free room after the bytes held, at least one byte; throws FileError when the budget is spent.
  char* room();
  std::size_t room_size() const { return capacity_ - size_; }
  void grow_by(std::size_t count) { size_ += count; }
  Bytes take();

 private:
  struct Free {
    void operator()(void* data) const { std::free(data); }
  };

  const std::string& path_;
  std::size_t limit_;
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

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
  /// Standard input may stand in the middle of a file; only reading respects that. Files of /proc claim size
  /// 0.
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

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

#if defined(SCPP_HAS_PACKING)
[[noreturn]] void fail_damaged(const std::string& path, const std::string& kind, const std::string& reason) {
  throw FileError(path + " is a damaged " + kind + " file: " + reason);
}

[[noreturn]] void fail_truncated(const std::string& path, const std::string& kind) {
  throw FileError(path + " is a truncated " + kind + " file: it ends before its last block is complete");
}

template <class Count>
Count at_most(std::size_t size) {
  return static_cast<Count>(std::min<std::size_t>(size, std::numeric_limits<Count>::max()));
}

class Inflater {
 public:
  Inflater() {
    const int gzip_with_largest_window = 15 + 16;
    if (inflateInit2(&stream_, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  /// Unpacks as much of `input` as one call can; true at the end of a member.
  template <class Buffer>
  bool step(const std::string& path, std::string_view& input, Buffer& out) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = at_most<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.room());
    stream_.avail_out = at_most<uInt>(out.room_size());
    const uInt had_in = stream_.avail_in, had_out = stream_.avail_out;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    input.remove_prefix(had_in - stream_.avail_in);
    out.grow_by(had_out - stream_.avail_out);
    if (status == Z_BUF_ERROR && input.empty()) fail_truncated(path, "gzip");
    if (status != Z_OK && status != Z_STREAM_END)
      fail_damaged(path, "gzip", stream_.msg ? stream_.msg : "its blocks make no sense");
    return status == Z_STREAM_END;
  }
  void next_member() { inflateReset(&stream_); }

 private:
  z_stream stream_{};
};

template <class Buffer>
void unpack_gzip(const std::string& path, std::string_view input, Buffer& out) {
  Inflater inflater;
  while (true) {
    if (!inflater.step(path, input, out)) continue;
    // Tapes and some tools pad the end with zeros.
    if (input.find_first_not_of('\0') == std::string_view::npos) return;
    inflater.next_member();
  }
}

template <class Buffer>
void unpack_zstd(const std::string& path, std::string_view input, Buffer& out) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  while (true) {
    char* room = out.room();
    ZSTD_outBuffer to{room, out.room_size(), 0};
    const std::size_t before = in.pos;
    const std::size_t status = ZSTD_decompressStream(context.get(), &to, &in);
    if (ZSTD_isError(status)) fail_damaged(path, "zstd", ZSTD_getErrorName(status));
    out.grow_by(to.pos);
    if (status == 0 && in.pos == in.size) return;
    if (in.pos == before && to.pos == 0 && in.pos == in.size) fail_truncated(path, "zstd");
  }
}

template <class Buffer>
void unpack_into(const std::string& path, std::string_view packed, Buffer& out) {
  if (packed.starts_with(gzip_magic))
    unpack_gzip(path, packed, out);
  else
    unpack_zstd(path, packed, out);
}
#else
template <class Buffer>
void unpack_into(const std::string& path, std::string_view, Buffer&) {
  throw FileError(path + " is packed, which scpp cannot read here; unpack it first");
}
#endif

/// A buffer as the unpackers want it that goes to a file whenever it is full.
class FileBuffer {
 public:
  FileBuffer(std::string_view packed, ScratchFile& out, const std::function<void(std::size_t)>& progress)
      : packed_(packed), out_(out), progress_(progress), piece_(std::size_t{1} << 22) {}

  char* room() {
    if (held_ == piece_.size()) flush();
    return piece_.data() + held_;
  }
  std::size_t room_size() const { return piece_.size() - held_; }
  void grow_by(std::size_t count) { held_ += count; }
  void flush() {
    out_.append(piece_.data(), held_);
    held_ = 0;
    drop_pages(packed_);
    progress_(out_.size());
  }

 private:
  std::string_view packed_;
  ScratchFile& out_;
  const std::function<void(std::size_t)>& progress_;
  std::vector<char> piece_;
  std::size_t held_ = 0;
};

bool is_packed(std::string_view bytes) {
  return bytes.starts_with(gzip_magic) || bytes.starts_with(zstd_magic);
}

/// Unpacks into a file; `packed` is mapped.
void unpack_to(const std::string& path, std::string_view packed, ScratchFile& out,
               const std::function<void(std::size_t)>& progress) {
  FileBuffer buffer(packed, out, progress);
  unpack_into(path, packed, buffer);
  buffer.flush();
}

}  // namespace

Bytes map_scratch(const std::string& path, const ScratchFile& file) {
  return map_file(path, file.descriptor(), file.size());
}

void drop_pages(std::string_view mapped) {
  const std::uintptr_t page = ::sysconf(_SC_PAGESIZE);
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

Bytes unpack(const std::string& path, Bytes packed, const MemoryBudget& budget) {
  if (!is_packed(packed.view)) return packed;
  GrowingBuffer out(path, budget);
  unpack_into(path, packed.view, out);
  return out.take();
}

}  // namespace scpp
