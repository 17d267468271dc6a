// gzip and zstd streams: never more than the budget, whatever they claim.
#include <zlib.h>
#include <zstd.h>

#include "fuzz/entries.hpp"
#include "io/bytes.hpp"

namespace scpp::fuzz {
namespace {

constexpr std::size_t most_unpacked = std::size_t{1} << 18;

void run_unpack(std::string_view bytes) {
  const MemoryBudget budget("f", most_unpacked);
  const Bytes result = unpack("f", {nullptr, bytes}, budget);
  require(result.view.data() == bytes.data() || result.view.size() <= most_unpacked,
          "unpacking keeps to its budget");
}

std::string gzip(const std::string& text) {
  std::string packed(compressBound(text.size()) + 32, '\0');
  z_stream stream{};
  require(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK, "deflate begins");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "deflate ends");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::vector<std::string> unpack_seeds() {
  const std::string text = "a,b\n1,2\n3,4\n", bomb(2 * most_unpacked, '0');
  return {gzip(text), gzip(text) + gzip(text), gzip(bomb), zstd(text), zstd(text) + zstd(text), zstd(bomb),
          text};
}

}  // namespace

std::vector<Entry> packed_entries() { return {{"unpack", run_unpack, unpack_seeds}}; }

}  // namespace scpp::fuzz
