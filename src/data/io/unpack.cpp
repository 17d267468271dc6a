#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>

#include "data/io/bytes.hpp"

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
  bool step(const std::string& path, std::string_view& input, GrowingBuffer& out) {
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

Bytes unpack_gzip(const std::string& path, std::string_view input, const MemoryBudget& budget) {
  GrowingBuffer out(path, budget);
  Inflater inflater;
  while (true) {
    if (!inflater.step(path, input, out)) continue;
    // Tapes and some tools pad the end with zeros.
    if (input.find_first_not_of('\0') == std::string_view::npos) return out.take();
    inflater.next_member();
  }
}

Bytes unpack_zstd(const std::string& path, std::string_view input, const MemoryBudget& budget) {
  GrowingBuffer out(path, budget);
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  while (true) {
    char* room = out.room();
    ZSTD_outBuffer to{room, out.room_size(), 0};
    const std::size_t before = in.pos;
    const std::size_t status = ZSTD_decompressStream(context.get(), &to, &in);
    if (ZSTD_isError(status)) fail_damaged(path, "zstd", ZSTD_getErrorName(status));
    out.grow_by(to.pos);
    if (status == 0 && in.pos == in.size) return out.take();
    if (in.pos == before && to.pos == 0 && in.pos == in.size) fail_truncated(path, "zstd");
  }
}

}  // namespace

Bytes unpack(const std::string& path, Bytes packed, const MemoryBudget& budget) {
  if (packed.view.starts_with("\x1f\x8b")) return unpack_gzip(path, packed.view, budget);
  if (packed.view.starts_with("\x28\xb5\x2f\xfd")) return unpack_zstd(path, packed.view, budget);
  return packed;
}

}  // namespace scpp
