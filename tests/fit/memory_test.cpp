// The memory that a fit reckons with: the sentence that refuses names what suffices, and what it counts are
// the numbers that are kept.
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>

#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "scpp/sketch.hpp"

namespace scpp {
namespace {

constexpr double real = sizeof(double);
/// Sentences give megabytes with one digit behind the point.
constexpr double digit = 0.05e6, next_digit = 0.1e6;

/// A table of any size, since it is never read.
struct Unread : RowSource {
  using RowSource::RowSource;
  TableView read(Index, Index) override { throw std::logic_error("it was read"); }
};

FitOptions asking_for(int clusters, int microclusters) {
  FitOptions options;
  options.clusters = clusters;
  options.split.microclusters = microclusters;
  options.data.sketch = SketchRule::never;
  options.threads = 1;
  return options;
}

/// Bytes that a refusal says are needed, 0 when there is none.
template <class Asks>
double needed(const Asks& asks) {
  try {
    asks();
  } catch (const TooLittleMemory& refusal) {
    const std::string said = refusal.what(), before = "at least ";
    return 1e6 * std::strtod(said.c_str() + said.find(before) + before.size(), nullptr);
  }
  return 0;
}

double needed_for_rows(Index rows, Index columns, const FitOptions& options) {
  Unread table(rows, columns);
  return needed([&] {
    fit(
        table, options, [](auto) {}, 1);
  });
}

double needed_for_blocks(Index columns, const FitOptions& options) {
  return needed([&] { block_rows_within(1, columns, options); });
}

TEST(Memory, OfSplitsIsThatOfTheirCentresUntilEveryRowHasTwo) {
  constexpr Index rows = 10'000, columns = 400;
  const double few = needed_for_rows(rows, columns, asking_for(2, 100));
  const double more = needed_for_rows(rows, columns, asking_for(42, 100));
  const double centres = 4000 * columns * real;  // those that 40 clusters more have
  EXPECT_GE(more - few, centres - 2 * digit);
  EXPECT_LE(more - few, 4 * centres) << "a copy or two of them at a time";
  EXPECT_EQ(needed_for_rows(rows, columns, asking_for(200, 100)),
            needed_for_rows(rows, columns, asking_for(400, 100)))
      << "a tree over these rows has no more nodes than twice as many as rows";
}

/// All else grows evenly with the columns, so the second difference shows the squares; beyond as many columns
/// as rows there are none.
TEST(Memory, OfCovariancesHasTheShorterSideSquared) {
  const auto bend = [](Index rows) {
    const auto at = [&](Index columns) { return needed_for_rows(rows, columns, asking_for(2, 2)); };
    return at(3000) - 2 * at(2000) + at(1000);
  };
  const double square = 2 * 1000.0 * 1000 * real;  // 3^2 - 2 * 2^2 + 1^2 = 2
  EXPECT_GE(bend(10'000), square);
  EXPECT_LE(bend(10'000), 10 * square);
  EXPECT_NEAR(bend(1000), 0, 4 * digit);
}

TEST(Memory, OfRowsIsThatOfAFewCopies) {
  const FitOptions options = asking_for(2, 2);
  const double table = 90'000 * 10 * real;
  const double more = needed_for_rows(100'000, 10, options) - needed_for_rows(10'000, 10, options);
  EXPECT_GE(more, 2 * table) << "the table and its transform";
  EXPECT_LE(more, 20 * table);
}

TEST(Memory, ThatTheSentenceNamesSuffices) {
  for (const Index columns : {1, 10, 300})
    for (const int threads : {1, 8}) {
      FitOptions options = asking_for(5, 100);
      options.threads = threads;
      const double least = needed_for_blocks(columns, options);
      EXPECT_GT(least, 0);
      EXPECT_EQ(block_rows_within(static_cast<Index>(least + next_digit), columns, options), chunk_rows);
      EXPECT_THROW(block_rows_within(static_cast<Index>(least - next_digit), columns, options),
                   TooLittleMemory);
    }
}

/// Every thread has sums over the cells and rows at hand of its own.
TEST(Memory, OfBlocksGrowsWithThreadsAndCells) {
  constexpr Index columns = 100;
  const auto with = [](int threads, int cells) {
    FitOptions options = asking_for(5, 100);
    options.threads = threads;
    options.data.cells = cells;
    return needed_for_blocks(columns, options);
  };
  const double sums = 7 * 1000 * columns * real;
  EXPECT_GE(with(8, 1000) - with(1, 1000), sums);
  const double sample = 8 * 1000 * columns * real;  // eight rows a cell
  EXPECT_GE(with(1, 2000) - with(1, 1000), sample);
  EXPECT_LE(with(1, 2000) - with(1, 1000), 10 * sample);
}

/// A larger block takes its own rows and their labels: memory above the least is used for nothing else.
TEST(Memory, AboveTheLeastIsForRows) {
  constexpr Index columns = 50;
  const FitOptions options = asking_for(5, 100);
  const double least = needed_for_blocks(columns, options) + next_digit;
  const double chunk = chunk_rows * columns * real;
  for (const int more : {1, 3, 7}) {
    const Index rows = block_rows_within(static_cast<Index>(least + 1.1 * more * chunk), columns, options);
    EXPECT_EQ(rows, (1 + more) * chunk_rows);
  }
  const Index plenty = block_rows_within(Index{1} << 40, columns, options);
  EXPECT_EQ(plenty % chunk_rows, 0);
  EXPECT_EQ(plenty, block_rows_within(Index{1} << 50, columns, options));
}

/// A table is clustered by a sketch from 16,000 rows on; later where its columns are many or the tree is the
/// paper's, and whenever it is asked for. The refusal says which of the two it was.
TEST(Memory, IsThatOfASketchFromManyRowsOn) {
  const auto by_sketch = [](Index rows, Index columns, Quality quality) {
    FitOptions options = asking_for(5, 100);
    options.data.sketch = SketchRule::automatic;
    options.quality = quality;
    Unread table(rows, columns);
    try {
      fit(
          table, options, [](auto) {}, 1);
    } catch (const TooLittleMemory& refusal) {
      return !refusal.sketch_needs_less();
    }
    throw std::logic_error("one byte was enough");
  };
  for (const auto& [rows, columns, quality] :
       {std::tuple<Index, Index, Quality>{16'000, 256, Quality::standard},
        {50'000, 257, Quality::standard},
        {50'000, 10, Quality::fast}}) {
    EXPECT_TRUE(by_sketch(rows, columns, quality)) << rows;
    EXPECT_FALSE(by_sketch(rows - 1, columns, quality)) << rows;
  }
}

}  // namespace
}  // namespace scpp
