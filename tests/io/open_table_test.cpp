// A table that is read in blocks is the table that is read whole, and what is refused is refused by the same
// sentence.
#include <thread>

#include "io/bytes.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

OpenTable opened(const std::string& path, const ReadOptions& options) {
  return open_table(path, options, [](std::size_t) {});
}

/// All rows, `count` at a time.
Rows rows_in_blocks(RowSource& source, Index count) {
  Rows rows;
  for (Index first = 0; first < source.rows(); first += count) {
    const TableView block = source.read(first, std::min(count, source.rows() - first));
    for (Index row = 0; row < block.rows(); ++row) {
      rows.emplace_back(block.columns());
      block.copy_row(row, rows.back().data());
    }
  }
  return rows;
}

void expect_blocks_are_the_whole(const std::string& path, ReadOptions options = {}) {
  options.other_text = TextRule::drop;
  const Table whole = read_table(path, options);
  const OpenTable in_blocks = opened(path, options);
  EXPECT_EQ(in_blocks.columns.names, whole.names) << path;
  EXPECT_EQ(in_blocks.columns.positions, whole.positions) << path;
  EXPECT_EQ(in_blocks.columns.source_columns, whole.source_columns) << path;
  EXPECT_EQ(in_blocks.columns.left_out, whole.left_out) << path;
  ASSERT_EQ(in_blocks.rows->rows(), whole.rows()) << path;
  ASSERT_EQ(in_blocks.rows->columns(), whole.columns()) << path;
  for (const Index count : {1, 3, 1000})
    expect_same_bits(table_of<double>(rows_in_blocks(*in_blocks.rows, count), whole.names), whole);
}

/// A pipe is copied piece by piece, and told of.
TEST(MapBytes, TellsHowMuchOfAPipeIsCopied) {
  std::string text(3u << 20, '1');
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::jthread writer([&] {
    for (std::size_t at = 0; at < text.size();) at += ::write(ends[1], text.data() + at, text.size() - at);
    ::close(ends[1]);
  });
  std::vector<std::size_t> told;
  const Bytes bytes =
      map_bytes("/dev/fd/" + std::to_string(ends[0]), [&](std::size_t done) { told.push_back(done); });
  ::close(ends[0]);
  EXPECT_EQ(bytes.view, text);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  ASSERT_GT(told.size(), 1);
  EXPECT_LT(told.front(), text.size());
  EXPECT_EQ(told.back(), text.size());
}

const std::vector<std::string> texts = {
    "a,b,c\n1,2,3\n4,5,6\n7,8,9\n10,11,12\n",
    "1,2\n3,4\n",
    "a,b\n1,2,\n3,4,\n5,6,\n",     // a separator at the end of every row
    "a,b,c\n1,2,\n3,4,\n5,6,7\n",  // not of every row: the last cell is missing
    "a,b,c\n1,2,\n3,4,\n5,6,\n",   // a column of missing cells
    "1,2,\n3,4,\n",
    "1,2,\n3,4,5\n6,7,8\n",
    "name,a\nx,1\ny,2\n",  // text is left out
    "a,b,c\n1,2,3\n4,x,6\n7,8,y\n",
    ",a,b\n1,5,6\n2,7,8\n3,1,1\n",  // numbers of rows
    ",a,b\nx,5,6\ny,7,8\n",         // names of rows
    "a;b\n1,5;2\n3,25;4\n",         // decimal commas
    "a,b\r\n1,2\r\n3,4\r\n",
    "# note\na,b\n\n1,2\n# another\n3,NA\n\n",
    "\"a,1\",\"b \"\"c\"\"\"\n1,\"2\"\n\"3\",4\n",
    "a b\n1  2\n 3 4\n",
    "x\n1\n2\n",
    "a,b\n1,2",
    "sep=;\na;b\n1;2\n",
    "a,b\n",
};

TEST(OpenTable, InBlocksIsTheWholeOfEveryText) {
  const TemporaryFolder folder;
  for (const std::string& text : texts) {
    expect_blocks_are_the_whole(folder.write("t.csv", text));
    if (HasFailure()) FAIL() << text;
  }
}

TEST(OpenTable, InBlocksIsTheWholeOfEveryFormat) {
  const TemporaryFolder folder;
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.push_back({i * 0.1, -i / 3.0, 1e10 * i, i % 7 ? i : std::nan("")});
  const Table table = table_of<double>(rows, {"a", "b", "c", "d"});
  for (const std::string name : {"t.csv", "t.csv.gz", "t.csv.zst", "t.npy", "t.npy.gz", "t.h5", "t.tsv"}) {
    write_table(folder.path(name), table);
    expect_blocks_are_the_whole(folder.path(name));
  }
  for (const std::string drop : {"1", "2", "4", "1,3"}) {
    ReadOptions options;
    options.drop = {drop};
    for (const std::string name : {"t.csv", "t.npy", "t.h5"})
      expect_blocks_are_the_whole(folder.path(name), options);
  }
}

TEST(OpenTable, RefusesByTheSameSentence) {
  const TemporaryFolder folder;
  for (const std::string text :
       {"a,b\n1,2\n3\n", "a,b\n1,x\n", "a,b\n1,2\n3,4,5\n", "", "a,b\n1,\"2\n", "a,b\n1,1e999\n"}) {
    const std::string path = folder.write("t.csv", text);
    const std::string whole = message_of(folder, [&] { read_table(path); });
    EXPECT_NE(whole, "") << text;
    EXPECT_EQ(message_of(folder, [&] { opened(path, {}); }), whole);
  }
}

TEST(OpenTable, RefusesWhatItCannotReadInBlocks) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.csv", "a,b\n1,2\n");
  ReadOptions transposed, with_text;
  transposed.transpose = true;
  with_text.text_columns = {"a"};
  EXPECT_THROW(opened(path, transposed), Error);
  EXPECT_THROW(opened(path, with_text), Error);
  EXPECT_THROW(opened(folder.write("t.svm", "1 1:2\n"), {}), Error);
  EXPECT_THROW(opened(folder.path("none.csv"), {}), FileError);
}

TEST(OpenTable, TellsHowFarItIs) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.csv", texts[0]);
  std::size_t last = 0;
  open_table(path, {}, [&](std::size_t done) {
    EXPECT_GE(done, last);
    last = done;
  });
  EXPECT_EQ(last, texts[0].size());
  EXPECT_THROW(open_table(path, {}, [](std::size_t) { throw InvalidArgument("enough"); }), InvalidArgument);
}

}  // namespace
}  // namespace scpp
