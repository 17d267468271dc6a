#include <cmath>

#include "io_support.hpp"

namespace scpp {
namespace {

using Names = std::vector<std::string>;

const std::string declarations =
    "% a comment\n@RELATION 'two words'\n\n@attribute 'sepal length' NUMERIC\n@Attribute width real\n"
    "@attribute class {setosa, 'iris virginica'}\n@attribute n integer\n@DATA\n";

Table read_arff_rows(const std::string& rows, const std::string& head = declarations) {
  const TemporaryFolder folder;
  ReadOptions options;
  options.text_columns = {"class"};
  return read_table(folder.write("t.arff", head + rows), options);
}

TEST(Arff, DenseRows) {
  const Table table = read_arff_rows("5.1, 3.5, setosa, 1\r\n% comment\n4.9,?,'iris virginica',2\n1,2,?,3\n");
  EXPECT_EQ(table.names, (Names{"sepal length", "width", "n"}));
  EXPECT_EQ(table.positions, (std::vector<Index>{0, 1, 3}));
  EXPECT_EQ(table.text[0].cells, (Names{"setosa", "iris virginica", ""}));
  EXPECT_EQ(table.values(0, 0), 5.1);
  EXPECT_TRUE(std::isnan(table.values(1, 1)));
  EXPECT_EQ(table.values(2, 2), 3);
}

TEST(Arff, SparseRowsMeanTheSameAsDenseOnes) {
  const Table dense = read_arff_rows("0,3.5,setosa,0\n0,0,'iris virginica',2\n0,0,setosa,0\n0,?,setosa,0\n");
  const Table sparse = read_arff_rows("{1 3.5}\n{2 'iris virginica', 3 2}\n{}\n{ 1 ? }\n");
  expect_same_bits(dense, sparse);
  EXPECT_EQ(dense.text[0].cells, sparse.text[0].cells);
}

TEST(Arff, EscapesInQuotes) {
  EXPECT_EQ(read_arff_rows("1,2,'it\\'s',3\n1,2,\"a\\\\b, c\",3\n").text[0].cells,
            (Names{"it's", "a\\b, c"}));
}

TEST(Arff, TextIsRefusedOrDropped) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.arff", declarations + "1,2,setosa,3\n");
  EXPECT_EQ(message_of(folder, [&] { read_table(path); }),
            "t.arff, column 3 'class': the attribute is text, not a number");
  try {
    read_table(path);
  } catch (const TextError& problem) {
    ASSERT_EQ(problem.columns.size(), 1u);
    EXPECT_EQ(problem.columns[0].position, 2);
    EXPECT_EQ(problem.columns[0].cells, 0) << "no row was read";
    EXPECT_EQ(problem.rows_read, 0);
  }
  ReadOptions options;
  options.other_text = TextRule::drop;
  const Table table = read_table(path, options);
  EXPECT_EQ(rows_of(table), (Rows{{1, 2, 3}}));
  EXPECT_EQ(table.left_out, (Names{"column 3 'class'"}));
}

TEST(Arff, ManyEmptySparseRowsOfManyColumnsAreRefused) {
  std::string text = "@relation bomb\n";
  for (int i = 0; i < 1000; ++i) text += "@attribute a" + std::to_string(i) + " numeric\n";
  text += "@data\n";
  for (int i = 0; i < 1000; ++i) text += "{}\n";
  const TemporaryFolder folder;
  ReadOptions options;
  options.memory_limit = 1000000;
  const std::string path = folder.write("t.arff", text);
  EXPECT_EQ(message_of(folder, [&] { read_table(path, options); }),
            "t.arff needs 1.0 MB of memory, more than the 1.0 MB it may take");
}

}  // namespace
}  // namespace scpp
