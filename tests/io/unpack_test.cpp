// gzip and zstd: whole, in several parts, cut, damaged, and far larger than they look.
#include <zlib.h>
#include <zstd.h>

#include "io_support.hpp"

namespace scpp {
namespace {

std::string gzip(const std::string& content) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& content) {
  std::string packed(ZSTD_compressBound(content.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), content.data(), content.size(), 3));
  return packed;
}

struct Packing {
  std::string kind;
  std::string (*pack)(const std::string&);
};

void PrintTo(const Packing& packing, std::ostream* out) { *out << packing.kind; }  // GoogleTest's name for it

class Unpacking : public ::testing::TestWithParam<Packing> {
 protected:
  std::string message(const std::string& bytes, const ReadOptions& options = {}) const {
    const std::string path = folder_.write("t.csv", bytes);
    return message_of(folder_, [&] { read_table(path, options); });
  }
  Rows rows(const std::string& bytes) const { return rows_of(read_table(folder_.write("t.csv", bytes))); }

  TemporaryFolder folder_;
};

TEST_P(Unpacking, SeveralPartsFollowEachOther) {
  const auto pack = GetParam().pack;
  EXPECT_EQ(rows(pack("1,2\n3,") + pack("") + pack("4\n")), (Rows{{1, 2}, {3, 4}}));
}

TEST_P(Unpacking, EveryCutIsNoticed) {
  const std::string packed = GetParam().pack("1,2\n3,4\n5,6\n7,8\n");
  for (std::size_t size = 4; size < packed.size(); ++size)
    EXPECT_EQ(message(packed.substr(0, size)),
              "t.csv is a truncated " + GetParam().kind + " file: it ends before its last block is complete")
        << size;
}

TEST_P(Unpacking, GarbageBehindIsNoticed) {
  EXPECT_EQ(message(GetParam().pack("1,2\n") + "garbage").substr(0, 19 + GetParam().kind.size()),
            "t.csv is a damaged " + GetParam().kind);
}

TEST_P(Unpacking, ABombIsRefused) {
  ReadOptions options;
  options.memory_limit = 1000000;
  EXPECT_EQ(message(GetParam().pack(std::string(20000000, '1')), options),
            "t.csv holds more than the 1.0 MB of memory it may take");
}

INSTANTIATE_TEST_SUITE_P(Packings, Unpacking, ::testing::Values(Packing{"gzip", gzip}, Packing{"zstd", zstd}),
                         [](const auto& packing) { return packing.param.kind; });

TEST(UnpackingGzip, ZerosBehindArePadding) {
  const TemporaryFolder folder;
  const Table table = read_table(folder.write("t.csv.gz", gzip("1,2\n") + std::string(512, '\0')));
  EXPECT_EQ(rows_of(table), (Rows{{1, 2}}));
}

TEST(UnpackingGzip, AFlippedBitIsNoticed) {
  const TemporaryFolder folder;
  std::string packed = gzip("1,2\n3,4\n");
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);  // in the checksum
  const std::string path = folder.write("t.csv.gz", packed);
  EXPECT_EQ(message_of(folder, [&] { read_table(path); }),
            "t.csv.gz is a damaged gzip file: incorrect data check");
}

}  // namespace
}  // namespace scpp
