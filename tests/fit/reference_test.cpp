// The rows that a model keeps to stand for all of a fit.
#include "fit/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

/// Rows of which every one tells its leaf in column 0.
struct Parted {
  RowMatrix rows;
  std::vector<std::int32_t> leaf;
  Vector weights;

  /// Leaf i has sizes[i] rows.
  Parted(const std::vector<Index>& sizes, Index columns) {
    for (Index i = 0; i < std::ssize(sizes); ++i)
      leaf.insert(leaf.end(), sizes[i], static_cast<std::int32_t>(i));
    rows = RowMatrix::Zero(std::ssize(leaf), columns);
    rows.rightCols<1>() = build::normal_vector(rows.rows(), 1);
    for (Index row = 0; row < rows.rows(); ++row) rows(row, 0) = leaf[row];
    weights = build::random_counts(rows.rows(), 5, 2);
  }

  ReferenceRows reference() const {
    const TableView table = build::view(rows);
    return reference_rows(
        standardise(table, {weights.data(), static_cast<std::size_t>(weights.size())}, true), table, leaf);
  }
};

struct Kept {
  Index rows = 0;
  double weight = 0;
};
std::map<std::int32_t, Kept> of_each_leaf(const ReferenceRows& reference) {
  std::map<std::int32_t, Kept> kept;
  for (Index i = 0; i < reference.rows.rows; ++i) {
    Kept& of_leaf = kept[static_cast<std::int32_t>(reference.rows.values[i * reference.rows.columns])];
    ++of_leaf.rows;
    of_leaf.weight += reference.weights[i];
  }
  return kept;
}

TEST(Reference, WeighsWhatTheClusterWeighs) {
  const Parted parted({3000, 400, 30, 1}, 3);
  const auto kept = of_each_leaf(parted.reference());
  ASSERT_EQ(kept.size(), 4);
  for (const auto& [leaf, of_leaf] : kept) {
    double weight = 0;
    for (Index row = 0; row < parted.rows.rows(); ++row)
      if (parted.leaf[row] == leaf) weight += parted.weights[row];
    EXPECT_NEAR(of_leaf.weight, weight, weight * tolerance::rounding) << leaf;
  }
}

TEST(Reference, KnowsSmallClustersAndGivesLargeOnesTheirShare) {
  auto kept = of_each_leaf(Parted({3000, 400, 30, 1}, 3).reference());
  EXPECT_EQ(kept[3].rows, 1) << "no cluster has more rows than it has";
  EXPECT_EQ(kept[2].rows, 30);
  EXPECT_GT(kept[1].rows, 100) << "an even share of half of them is above its share of all";
  EXPECT_GT(kept[0].rows, 5 * kept[1].rows);
  EXPECT_LT(kept[0].rows, 3000);
}

TEST(Reference, HasOneRowOfEveryClusterWhereThereAreMoreThanItWants) {
  const auto kept = of_each_leaf(Parted(std::vector<Index>(1200, 2), 2).reference());
  EXPECT_EQ(kept.size(), 1200);
  for (const auto& [leaf, of_leaf] : kept) EXPECT_EQ(of_leaf.rows, 1) << leaf;
}

TEST(Reference, OfAWideTableIsShorterButNotTooShort) {
  const auto rows_of = [](Index size, Index columns) {
    return Parted({size, size}, columns).reference().rows.rows;
  };
  EXPECT_EQ(rows_of(300, 2), 600);
  EXPECT_EQ(rows_of(300, 4000), 2 * rows_of(300, 8000)) << "as many numbers";
  EXPECT_EQ(rows_of(150, 16'000), rows_of(150, 12'000)) << "but not too few rows";
}

TEST(Reference, TakesNoRowOfWeightZero) {
  Parted parted({40, 40}, 2);
  for (Index row = 0; row < 80; row += 4) parted.weights[row] = 0;
  for (Index row = 0; row < 80; row += 4) parted.leaf[row] = -1;
  EXPECT_EQ(parted.reference().rows.rows, 60);
}

}  // namespace
}  // namespace scpp
