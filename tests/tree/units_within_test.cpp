#include "tree/units_within.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"

namespace scpp {
namespace {

/// Rows in two leaves: nodes 1 and 2 of a tree with one split.
GrownTree in_two(Index rows) {
  GrownTree grown;
  grown.tree.nodes.resize(3);
  for (Index row = 0; row < rows; ++row) grown.leaf_of_row.push_back(row % 2 ? 2 : 1);
  return grown;
}

/// The second column parts the leaves by 10 of its own deviations, the third by 2000.
RowMatrix parted(Index count) {
  RowMatrix rows = build::normal_matrix(count, 3, 11);
  for (Index row = 1; row < count; row += 2) {
    rows(row, 1) += 10;
    rows(row, 2) += 2000;
  }
  return rows;
}

double mean_of(const RowMatrix& rows, Index column, Index parity) {
  double sum = 0, count = 0;
  for (Index row = parity; row < rows.rows(); row += 2, ++count) sum += rows(row, column);
  return sum / count;
}

double variance_within(const RowMatrix& rows, Index column) {
  double sum = 0;
  for (Index row = 0; row < rows.rows(); ++row) {
    const double off = rows(row, column) - mean_of(rows, column, row % 2);
    sum += off * off;
  }
  return sum / static_cast<double>(rows.rows());
}

TEST(UnitsWithin, GiveUnitVarianceWithinTheLeaves) {
  const RowMatrix rows = parted(200);
  std::vector<Index> all(200);
  for (Index i = 0; i < 200; ++i) all[static_cast<std::size_t>(i)] = i;
  const Scaled scaled = standardise(build::view(rows), {}, true);
  const RowMatrix before = gather(scaled, all);
  const RowMatrix after = gather(in_units_within(scaled, in_two(200)), all);
  // Sums of 200 squares, each rounded a few times: 1e-12 leaves three digits.
  EXPECT_NEAR(variance_within(after, 0), 1, 1e-12);
  EXPECT_NEAR(variance_within(after, 1), 1, 1e-12);
  EXPECT_NEAR(variance_within(after, 2), 100 * variance_within(before, 2), 1e-12) << "at most tenfold";
}

TEST(UnitsWithin, RowsWithoutWeightDoNotCount) {
  RowMatrix rows = parted(200);
  std::vector<double> weights(200, 1.0);
  weights[7] = 0;
  const Scaled scaled = standardise(build::view(rows), weights, true);
  GrownTree grown = in_two(200);
  grown.leaf_of_row[7] = -1;
  const Transform expected = in_units_within(scaled, grown).transform;
  rows(7, 0) = 1e6;
  Scaled moved = scaled;
  moved.table = build::view(rows);
  EXPECT_EQ(in_units_within(moved, grown).transform.scale, expected.scale);
}

}  // namespace
}  // namespace scpp
