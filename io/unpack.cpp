#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>

#include "io/bytes.hpp"

namespace scpp {
namespace {

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

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

template <class Buffer>
void unpack_into(const std::string& path, std::string_view packed, Buffer& out) {
  if (packed.starts_with(gzip_magic))
    unpack_gzip(path, packed, out);
  else
    unpack_zstd(path, packed, out);
}

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

}  // namespace

bool is_packed(std::string_view bytes) { return bytes.starts_with(gzip_magic) || bytes.starts_with(zstd_magic); }

Bytes unpack(const std::string& path, Bytes packed, const MemoryBudget& budget) {
  if (!is_packed(packed.view)) return packed;
  GrowingBuffer out(path, budget);
  unpack_into(path, packed.view, out);
  return out.take();
}

void unpack_to(const std::string& path, std::string_view packed, ScratchFile& out,
               const std::function<void(std::size_t)>& progress) {
  FileBuffer buffer(packed, out, progress);
  unpack_into(path, packed, buffer);
  buffer.flush();
}

}  // namespace scpp
