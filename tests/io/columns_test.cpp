// Columns that may be no measurements, names that occur twice, and columns by name or number.
#include "io/table.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

using Names = std::vector<std::string>;

/// `numbering` columns that number the rows, and `measured` others, in which no number is whole.
Table numbered(int rows, int numbering, int measured) {
  Rows values;
  Names names;
  for (int row = 0; row < rows; ++row) {
    values.emplace_back();
    for (int j = 0; j < numbering + measured; ++j)
      values.back().push_back(j < numbering ? 7 * row - j : row + 0.5 + j);
  }
  for (int j = 0; j < numbering + measured; ++j) names.push_back("x" + std::to_string(j));
  const TemporaryFolder folder;
  write_table(folder.path("t.csv"), table_of<double>(values, names));
  return read_table(folder.path("t.csv"));
}

TEST(Suspects, AreColumnsThatNumberAtLeastTwentyRows) {
  const Table table = numbered(20, 1, 3);
  ASSERT_EQ(table.suspects.size(), 1u);
  EXPECT_EQ(table.suspects[0].name, "x0");
  EXPECT_EQ(numbered(19, 1, 3).suspects.size(), 0u) << "fewer may differ by chance";
}

TEST(Suspects, AreNoneWhereMostColumnsAreLikeThat) {
  EXPECT_EQ(numbered(30, 2, 2).suspects.size(), 2u);
  EXPECT_EQ(numbered(30, 3, 2).suspects.size(), 0u);
}

TEST(Suspects, HaveNoNumberTwice) {
  std::string text = "a,b,c\n";
  for (int row = 0; row < 30; ++row)
    text +=
        std::to_string(row == 29 ? 0 : row) + "," + std::to_string(row) + ".5," + std::to_string(row) + "\n";
  const TemporaryFolder folder;
  const Table table = read_table(folder.write("t.csv", text));
  ASSERT_EQ(table.suspects.size(), 1u);
  EXPECT_EQ(table.suspects[0].name, "c");
  EXPECT_EQ(table.suspects[0].position, 2);
}

TEST(RepeatedNames, AreToldApartByNumbersThatAreFree) {
  const TemporaryFolder folder;
  const Table table = read_table(folder.write("t.csv", "a,b,a,a (2),a,b\n1,2,3,4,5,6\n"));
  EXPECT_EQ(table.names, (Names{"a", "b", "a (3)", "a (2)", "a (4)", "b (2)"}));
  EXPECT_EQ(table.repeated, (Names{"a", "b"}));
}

TEST(FindColumn, ByNameOrByNumber) {
  const Names names = {"x", "3", "y"};
  EXPECT_EQ(find_column("t", names, 3, "y"), 2);
  EXPECT_EQ(find_column("t", names, 3, "3"), 1) << "a name comes first";
  EXPECT_EQ(find_column("t", names, 3, "1"), 0);
  EXPECT_EQ(find_column("t", {}, 3, "3"), 2);
  for (const std::string none : {"0", "4", "-1", "2x", "", "z"})
    EXPECT_THROW(find_column("t", names, 3, none), InvalidArgument) << none;
  EXPECT_THROW(find_column("t", {"a", "a"}, 2, "a"), InvalidArgument);
}

}  // namespace
}  // namespace scpp
