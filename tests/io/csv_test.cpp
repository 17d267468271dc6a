#include <cmath>

#include "base/parallel.hpp"
#include "io/table.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

Table read_text(std::string_view text, const ReadOptions& options = {}, const std::string& name = "t.csv") {
  const TemporaryFolder folder;
  return read_table(folder.write(name, text), options);
}

using Names = std::vector<std::string>;
const Rows two_by_two = {{1, 2}, {3, 4}};

TEST(CsvSeparator, IsSniffed) {
  for (const char* text : {"a,b\n1,2\n3,4\n", "a\tb\n1\t2\n3\t4\n", "a;b\n1;2\n3;4\n", "a|b\n1|2\n3|4\n",
                           "a b\n1 2\n3 4\n", "  a   b  \n 1\t 2\n3     4 \n"}) {
    const Table table = read_text(text);
    EXPECT_EQ(rows_of(table), two_by_two) << text;
    EXPECT_EQ(table.names, (Names{"a", "b"})) << text;
  }
}

TEST(CsvSeparator, IsNotFoundInsideQuotesOrNames) {
  EXPECT_EQ(read_text("\"x;y\",b\n1,2\n3,4\n").names, (Names{"x;y", "b"}));
  EXPECT_EQ(read_text("sepal length,sepal width\n1,2\n3,4\n").names, (Names{"sepal length", "sepal width"}));
}

TEST(CsvSeparator, IsNoQuoteAndNoLineEnd) {
  const TemporaryFolder folder;
  ReadOptions options;
  for (const char separator : {'"', '\n', '\r'}) {
    options.separator = separator;
    EXPECT_THROW(read_table(folder.write("t.csv", "a,b\n1,2\n"), options), InvalidArgument);
  }
}

TEST(CsvSeparator, CanBeGiven) {
  ReadOptions options;
  options.separator = ':';
  EXPECT_EQ(rows_of(read_text("1:2\n3:4\n", options)), two_by_two);
}

TEST(CsvHeader, IsFoundByANameAboveANumber) {
  EXPECT_EQ(read_text("id,2019\n1,2\n3,4\n").names, (Names{"id", "2019"}));
  EXPECT_EQ(read_text("\"2018\",\"2019\"\n1,2\n3,4\n").names, (Names{"2018", "2019"}));
  EXPECT_EQ(read_text("a,b\nNA,NA\n").names, (Names{"a", "b"}));
  EXPECT_EQ(read_text("a,b\n").rows(), 0u);
  EXPECT_TRUE(read_text("1,2\n3,4\n").names.empty());
  EXPECT_TRUE(read_text("\"1\",\"2\"\n\"3\",\"4\"\n").names.empty());
  EXPECT_TRUE(read_text("NA,2\n3,4\n").names.empty());
}

TEST(CsvHeader, TextBelowTextIsData) {
  ReadOptions options;
  options.text_columns = {"2"};
  const Table table = read_text("1,setosa\n3,virginica\n", options);
  EXPECT_TRUE(table.names.empty());
  EXPECT_EQ(table.text[0].cells, (Names{"setosa", "virginica"}));
  EXPECT_EQ(rows_of(table), (Rows{{1}, {3}}));
}

TEST(CsvHeader, CanBeGiven) {
  ReadOptions options;
  options.header = Header::yes;
  EXPECT_EQ(read_text("1,2\n3,4\n", options).names, (Names{"1", "2"}));
  options.header = Header::no;
  EXPECT_EQ(rows_of(read_text("1,2\n3,4\n", options)), two_by_two);
}

std::vector<Guess> guesses_in(const std::string& text) {
  std::vector<Guess> guesses;
  for (const ReadNote& note : read_text(text).notes) guesses.push_back(note.guess);
  return guesses;
}

TEST(CsvHeader, OfNumbersIsGuessedAndSaidSo) {
  for (const char* text :
       {"0,1,2\n5,2,9\n4,4,8\n", "0,1\n0.5,1.5\n2.5,3.5\n", "2018,2019\n3,4\n5,6\n", "5,7\n.5,1e3\n2.5,3.5\n",
        "400.5,401,401.5\n.3,.1,.2\n.1,.5,.2\n", "name,2018,2019\nx,3,4\ny,5,6\n"}) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.other_text = TextRule::drop;
    const Table table = read_table(folder.write("t.csv", text), options);
    EXPECT_EQ(table.rows(), 2u) << text;
    ASSERT_EQ(table.notes.size(), 1u) << text;
    EXPECT_EQ(table.notes[0].guess, Guess::names) << text;
  }
  for (const char* text : {"0,1,2\n3,4,5\n6,7,8\n", "0,1\n3,4\n6,7\n", "0\n3\n4\n"}) {
    EXPECT_EQ(read_text(text).rows(), 3u) << text;
    EXPECT_EQ(guesses_in(text), std::vector<Guess>{Guess::data}) << text;
  }
  for (const char* text :
       {"1,2,3\n4,5,6\n", "3,1,2\n4,4,8\n", "2018,2019\n2020,2021\n", "0,1\n1,1\n0,1\n", "0\n1\n0\n"}) {
    EXPECT_TRUE(guesses_in(text).empty()) << text;
    EXPECT_TRUE(read_text(text).names.empty()) << text;
  }
}

/// What is taken for names: whole numbers above decimals, of which two rows tell, or one if they count from
/// 0.
TEST(CsvHeader, OfNumbersNeedsAReason) {
  for (const char* text :
       {"5,7\n.5,NA\n2.5,3.5\n", "0\n0.5\n1.5\n", "0,1\n0.5,1.5\n", "0,2\n0.5,1.5\n2.5,3.5\n"})
    EXPECT_EQ(guesses_in(text), std::vector<Guess>{Guess::names}) << text;
  for (const char* text : {"5,7\n.5,1.5\n", "0,2\n0.5,1.5\n", "5\n.5\n1.5\n", "5,5\n.5,1.5\n2.5,3.5\n",
                           "1.5,7\n.5,1e3\n2.5,3.5\n", "2018\n3\n4\n", "4,5\n3,9\n1,7\n"})
    EXPECT_TRUE(guesses_in(text).empty()) << text;
}

/// Names rise in equal steps if rounding is all that they differ by, whatever their unit.
TEST(CsvHeader, StepsAreEvenUpToRounding) {
  for (const std::string unit : {"e-6", "", "e6"}) {
    const auto table = [&](const std::string& third) {
      return "1.1" + unit + ",2.2" + unit + "," + third + unit + "\n5,2,9\n4,4,8\n";
    };
    EXPECT_EQ(guesses_in(table("3.3")), std::vector<Guess>{Guess::names}) << unit;
    for (const std::string uneven : {"3.30001", "3.29999"}) EXPECT_TRUE(guesses_in(table(uneven)).empty());
  }
}

TEST(CsvRowNames, AreLeftOutWhenTheyHaveNoName) {
  for (const char* text : {",a,b\n0,1,2\n1,3,4\n", "\"\",a,b\nx,1,2\ny,3,4\n", "a b\nx 1 2\ny 3 4\n",
                           "\"a\" \"b\"\n\"7\" 1 2\n\"3\" 3 4\n"}) {
    const Table table = read_text(text);
    EXPECT_EQ(rows_of(table), two_by_two) << text;
    EXPECT_EQ(table.names, (Names{"a", "b"})) << text;
    EXPECT_EQ(table.notes.size(), 1u) << text;
    EXPECT_EQ(table.source_columns, 3) << text;
  }
  ReadOptions options;
  options.leave_out = LeaveOut::nothing;
  EXPECT_EQ(read_text(",a\n0,1\n1,3\n", options).columns(), 2u);
}

TEST(CsvColumns, ThatMayBeNoMeasurementsAreSuspected) {
  std::string text = "Class,code,a,b\n";
  for (int row = 0; row < 30; ++row)
    text += "1," + std::to_string(row * 37 % 101) + "," + std::to_string(row % 7) + ",0.5\n";
  const Table table = read_text(text);
  ASSERT_EQ(table.suspects.size(), 2u);
  EXPECT_EQ(table.suspects[0].name, "Class");
  EXPECT_EQ(table.suspects[1].name, "code");
  ReadOptions options;
  options.leave_out = LeaveOut::suspects;
  EXPECT_EQ(read_text(text, options).names, (Names{"a", "b"}));
}

TEST(CsvText, AllColumnsOfTextAreToldAtOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.csv", "a,b,c\n1,x,y\n2,3,z\n");
  try {
    read_table(path);
    FAIL() << "text was read";
  } catch (const TextError& problem) {
    ASSERT_EQ(problem.columns.size(), 2u);
    EXPECT_EQ(problem.columns[0].name, "b");
    EXPECT_EQ(problem.columns[0].cells, 1);
    EXPECT_EQ(problem.columns[1].cells, 2);
    EXPECT_EQ(problem.columns[1].example, "y");
    EXPECT_EQ(problem.rows_read, 2);
  }
}

TEST(CsvCells, DecimalCommasBooleansAndLatin1) {
  const Table commas = read_text("a;b\n1,5;-2\n,25;3,5e1\n");
  EXPECT_EQ(rows_of(commas), (Rows{{1.5, -2}, {0.25, 35}}));
  ASSERT_EQ(commas.notes.size(), 1u);
  EXPECT_EQ(commas.notes[0].guess, Guess::decimal_commas);
  EXPECT_EQ(rows_of(read_text("a,b\nTrue,false\nFALSE,1\n")), (Rows{{1, 0}, {0, 1}}));
  EXPECT_EQ(read_text("gr\xf6\xdf"
                      "e,b\n1,2\n")
                .names,
            (Names{"gr\u00f6\u00df"
                   "e",
                   "b"}));
}

TEST(CsvColumns, CanBeDroppedByAListUnlessThatIsAName) {
  ReadOptions options;
  options.drop = {"a, c"};
  EXPECT_EQ(read_text("a,b,c\n1,2,3\n", options).names, (Names{"b"}));
  EXPECT_EQ(read_text("\"a, c\",b,c\n1,2,3\n", options).names, (Names{"b", "c"}));
}

TEST(CsvSyntax, LineEndsMarksBlankLinesAndCommentsDoNotMatter) {
  for (const char* text :
       {"1,2\r\n3,4\r\n", "1,2\n3,4", "1,2\r\n3,4",
        "\xef\xbb\xbf"
        "1,2\n3,4\n",
        "\n\n1,2\n  \n3,4\n\n", "# note, with, commas\n1,2\n#\n3,4\n", " 1 , 2 \n\t3,4\t\n",
        "\"1\",\"2\"\n\"3\", \"4\" \n", "+1,2.\n3e0,.4e1\n", "1,2,\n3,4,\n", "1,2,\r\n3,4,", "1,2\n3,4,\n"})
    EXPECT_EQ(rows_of(read_text(text)), two_by_two) << text;
}

TEST(CsvSyntax, TrailingSeparatorsUnderAHeader) {
  for (const char* text : {"a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", "a,b,\n1,2\n3,4\n"}) {
    const Table table = read_text(text);
    EXPECT_EQ(rows_of(table), two_by_two) << text;
    EXPECT_EQ(table.names, (Names{"a", "b"})) << text;
  }
}

TEST(CsvSyntax, AnEmptyLastCellIsMissingWhenOtherRowsHaveOne) {
  const Table table = read_text("1,\n3,4\n");
  ASSERT_EQ(table.columns(), 2u);
  EXPECT_TRUE(std::isnan(table.values(0, 1)));
  EXPECT_EQ(table.values(1, 1), 4);
}

TEST(CsvSyntax, QuotedCellsKeepSeparatorsQuotesAndLineEnds) {
  ReadOptions options;
  options.text_columns = {"word"};
  const Table table =
      read_text("word,x\n\"a,b\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n\"\",4\n", options);
  EXPECT_EQ(table.text[0].cells, (Names{"a,b", "say \"hi\"", "two\nlines", ""}));
  EXPECT_EQ(rows_of(table), (Rows{{1}, {2}, {3}, {4}}));
}

TEST(CsvCells, MissingWordsAreNaN) {
  const Table table = read_text("1,NA\n2,\n3,NaN\n4,nan\n5,N/A\n6,null\n7,?\n8, NA \n9,\"NA\"\n10,10\n");
  ASSERT_EQ(table.rows(), 10u);
  for (std::size_t row = 0; row < 9; ++row) EXPECT_TRUE(std::isnan(table.values(row, 1))) << row;
  EXPECT_EQ(table.values(9, 1), 10);
}

TEST(CsvCells, AMissingWordMayBeANumber) {
  ReadOptions options;
  options.missing_words = {"-999"};
  const Table table = read_text("1,2\n-999,4\n-999.5,6\n", options);
  EXPECT_TRUE(std::isnan(table.values(1, 0)));
  EXPECT_EQ(table.values(2, 0), -999.5);
}

TEST(CsvCells, InfinityIsANumber) {
  const Table table = read_text("1,inf\n2,-Infinity\n");
  EXPECT_EQ(table.values(0, 1), INFINITY);
  EXPECT_EQ(table.values(1, 1), -INFINITY);
}

TEST(CsvText, IsDroppedOnRequestAndSaidSo) {
  ReadOptions options;
  options.other_text = TextRule::drop;
  const Table table = read_text("a,b,c\n1,x,2\n3,4,4\n", options);
  EXPECT_EQ(rows_of(table), two_by_two);
  EXPECT_EQ(table.names, (Names{"a", "c"}));
  EXPECT_EQ(table.positions, (std::vector<Index>{0, 2}));
  EXPECT_EQ(table.left_out, (Names{"column 2 'b'"}));
}

TEST(CsvText, IsKeptAsideByNameOrNumber) {
  for (const char* wanted : {"kind", "2"}) {
    ReadOptions options;
    options.text_columns = {wanted};
    const Table table = read_text("a,kind,c\n1,u,2\n3,7,4\n", options);
    EXPECT_EQ(rows_of(table), two_by_two);
    ASSERT_EQ(table.text.size(), 1u);
    EXPECT_EQ(table.text[0].name, "kind");
    EXPECT_EQ(table.text[0].position, 1u);
    EXPECT_EQ(table.text[0].cells, (Names{"u", "7"}));
  }
}

/// Larger than several parsing blocks, with lines that are skipped, and a text column.
std::string large_text(std::size_t rows, bool quotes) {
  std::string text = quotes ? "\"a\",b,kind\n" : "a,b,kind\n";
  for (std::size_t row = 0; row < rows; ++row) {
    if (row % 1000 == 17) text += "# skipped\n\n";
    append_shortest(text, static_cast<double>(row) / 7);
    text += row % 100 == 3 ? ",NA" : "," + std::to_string(row);
    text += ",k" + std::to_string(row % 5) + "\n";
  }
  return text;
}

TEST(CsvBlocks, ManyBlocksEqualOneAndThreadsDoNotMatter) {
  ReadOptions options;
  options.text_columns = {"kind"};
  const std::size_t rows = 150000;
  const Table one_block = read_text(large_text(rows, true), options);  // quotes keep the text whole
  ASSERT_EQ(one_block.rows(), rows);
  for (const int threads : {1, 3}) {
    const ScopedThreads limited(threads);
    const Table table = read_text(large_text(rows, false), options);
    expect_same_bits(table, one_block);
    EXPECT_EQ(table.text[0].cells, one_block.text[0].cells);
  }
}

TEST(CsvBlocks, TheFirstFaultIsReportedWithItsLine) {
  std::string text = large_text(150000, false);
  text += "1,2\n";
  const TemporaryFolder folder;
  ReadOptions options;
  options.text_columns = {"kind"};
  const std::string path = folder.write("t.csv", text + large_text(100000, false));
  // 1 header line + 150000 rows + 2 skipped lines at each of rows 17, 1017, ..., 149017
  EXPECT_EQ(message_of(folder, [&] { read_table(path, options); }),
            "t.csv, line 150302 (data row 150001): expected 3 cells, found 2");
}

TEST(CsvBlocks, ManyBlankLinesUnderAWideRowCostNothing) {
  std::string text(3000000, '\n');
  for (int j = 0; j < 5000; ++j) text += "1,";
  text += "1\n";
  ReadOptions options;
  options.memory_limit = 100000000;  // a row per line would need 120 GB
  const Table table = read_text(text, options);
  EXPECT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.columns(), 5001u);
}

}  // namespace
}  // namespace scpp
