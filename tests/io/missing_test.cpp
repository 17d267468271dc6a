#include <cmath>
#include <limits>

#include "io_support.hpp"
#include "scpp/io.hpp"

namespace scpp {
namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();

Table sample() {
  Table table =
      table_of<double>({{1, missing, 7}, {2, 20, 7}, {missing, 40, 7}, {6, missing, 7}}, {"a", "b", "c"});
  table.text = {{"kind", 3, {"p", "q", "r", "s"}}};
  return table;
}

std::string message(Table table, MissingRule rule) {
  const TemporaryFolder folder;
  return message_of(folder, [&] { apply_missing(table, rule); });
}

TEST(Missing, IsAnErrorThatSaysHowManyAndWhere) {
  EXPECT_EQ(message(sample(), MissingRule::error), "3 missing cells in column 1 'a' (1), column 2 'b' (2)");
  Table complete = table_of<double>({{1, 2}});
  EXPECT_EQ(apply_missing(complete, MissingRule::error).sentence(), "no missing cells");
}

TEST(Missing, ManyColumnsAreCountedNotListed) {
  const Table table = table_of<double>({std::vector<double>(8, missing)});
  EXPECT_EQ(message(table, MissingRule::error),
            "8 missing cells in column 1 (1), column 2 (1), column 3 (1), column 4 (1), column 5 (1) and 3 "
            "more columns");
}

TEST(Missing, MeanFillsAndRemembersEveryColumn) {
  Table table = sample();
  const MissingReport report = apply_missing(table, MissingRule::mean);
  EXPECT_EQ(report.fill, (std::vector<double>{3, 30, 7}));
  EXPECT_EQ(rows_of(table), (Rows{{1, 30, 7}, {2, 20, 7}, {3, 40, 7}, {6, 30, 7}}));
  EXPECT_EQ(report.sentence(),
            "3 missing cells in column 1 'a' (1), column 2 'b' (2): filled with the mean of the column");
  EXPECT_EQ(table.names, sample().names);
  EXPECT_EQ(table.text[0].cells, sample().text[0].cells);
}

TEST(Missing, MedianOfOddAndEvenCounts) {
  Table table = sample();
  EXPECT_EQ(apply_missing(table, MissingRule::median).fill, (std::vector<double>{2, 30, 7}));
  EXPECT_EQ(table.values(2, 0), 2);
}

TEST(Missing, WeightsCountRows) {
  Table table = table_of<double>({{1}, {4}, {missing}, {10}, {99}});
  EXPECT_EQ(apply_missing(table, MissingRule::mean, std::vector<double>{2, 1, 5, 1, 0}).fill,
            std::vector<double>{4});
  table = table_of<double>({{1}, {4}, {missing}, {10}, {99}});
  EXPECT_EQ(apply_missing(table, MissingRule::median, std::vector<double>{2, 1, 5, 1, 0}).fill,
            std::vector<double>{2.5});
}

TEST(Missing, DropRowKeepsTheNumbersAndTextOfTheOthers) {
  Table table = sample();
  const MissingReport report = apply_missing(table, MissingRule::drop_row);
  EXPECT_EQ(rows_of(table), (Rows{{2, 20, 7}}));
  EXPECT_EQ(table.source_rows, (std::vector<Index>{1}));
  EXPECT_EQ(table.text[0].cells, (std::vector<std::string>{"q"}));
  EXPECT_EQ(report.sentence(), "3 missing cells in column 1 'a' (1), column 2 'b' (2): dropped 3 rows");
}

TEST(Missing, DropColumnTellsWhichStay) {
  Table table = sample();
  const MissingReport report = apply_missing(table, MissingRule::drop_column);
  EXPECT_EQ(rows_of(table), (Rows{{7}, {7}, {7}, {7}}));
  EXPECT_EQ(report.kept_columns, (std::vector<Index>{2}));
  EXPECT_EQ(report.sentence(), "3 missing cells in column 1 'a' (1), column 2 'b' (2): dropped 2 columns");
  Table again = sample();
  keep_columns(again, report.kept_columns);
  expect_same_bits(table, again);
  EXPECT_EQ(again.positions, (std::vector<Index>{2}));
}

TEST(Missing, RememberedValuesFillANewTable) {
  Table table = table_of<float>({{1, static_cast<float>(missing)}, {static_cast<float>(missing), 4}});
  fill_missing(table, {3, 30});
  EXPECT_EQ(rows_of(table), (Rows{{1, 30}, {3, 4}}));
  EXPECT_EQ(table.scalar, Scalar::float32);
}

TEST(Missing, WhatCannotBeDoneIsSaid) {
  EXPECT_EQ(message(table_of<double>({{1, missing}}), MissingRule::mean),
            "column 2 holds no number at all, so it has no mean");
  EXPECT_EQ(message(table_of<double>({{1, missing}}), MissingRule::drop_row),
            "every row has a missing cell: no row is left to use");
  EXPECT_EQ(message(table_of<double>({{missing}}), MissingRule::drop_column),
            "every column has a missing cell: no column is left to use");
  Table table = sample();
  EXPECT_THROW(fill_missing(table, {1}), InvalidArgument);
  EXPECT_THROW(keep_columns(table, {table.columns()}), InvalidArgument);
}

TEST(Missing, WordsAndRulesAreOneToOne) {
  for (const char* word : {"error", "mean", "median", "drop-row", "drop-column"})
    EXPECT_EQ(to_word(missing_rule(word)), word);
  EXPECT_THROW(missing_rule("average"), InvalidArgument);
}

TEST(Missing, InfiniteCellsAreNamed) {
  const TemporaryFolder folder;
  Table table = table_of<double>({{missing, 1}, {1, 2}, {3, -INFINITY}}, {"a", "b"});
  EXPECT_EQ(message_of(folder, [&] { require_finite(table); }),
            "data row 3, column 2 'b': the value is infinite");
  apply_missing(table, MissingRule::drop_row);
  EXPECT_EQ(message_of(folder, [&] { require_finite(table); }),
            "data row 3, column 2 'b': the value is infinite");
  EXPECT_NO_THROW(require_finite(sample()));
}

}  // namespace
}  // namespace scpp
