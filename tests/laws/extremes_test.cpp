// Numbers at the ends of their range, and tables that are all ties.
#include <gtest/gtest.h>

#include <cmath>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

using build::expect_sound;

FitOptions plain_fit(int clusters, bool standardise = true) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;
  options.data.standardise = standardise;
  return options;
}

/// 2^-498 is 1e-150 and 2^498 is 1e150. A power of two moves the exponent alone, and centring, standardising
/// and the unit of a table follow it without rounding: so the labels are equal, not merely alike.
TEST(Extremes, APowerOfTwoChangesNoLabel) {
  const auto made = build::blobs(90, 4, 3, 1.0, 21);
  for (const bool standardise : {true, false}) {
    const auto before = fit(build::view(made.rows), plain_fit(3, standardise)).labels;
    for (const int exponent : {-498, -200, -1, 1, 200, 498}) {
      const RowMatrix scaled = std::ldexp(1.0, exponent) * made.rows;
      EXPECT_EQ(fit(build::view(scaled), plain_fit(3, standardise)).labels, before) << "2^" << exponent;
    }
  }
}

/// Columns whose values are below the normal numbers count as constant, and the other columns decide.
TEST(Extremes, SubnormalColumnsAreConstant) {
  const auto made = build::blobs(60, 3, 2, 5.0, 22);
  RowMatrix tiny = made.rows;
  tiny.col(1) *= 1e-310;
  const Fit result = fit(build::view(tiny), plain_fit(2));
  expect_sound(result, build::view(tiny));
  EXPECT_EQ(result.model.transform.constant_columns(), std::vector<Index>{1});
  const RowMatrix all = 1e-310 * made.rows;
  const Fit nothing = fit(build::view(all), plain_fit(2));
  expect_sound(nothing, build::view(all));
  EXPECT_EQ(nothing.model.tree.clusters(), 1u);
}

TEST(Extremes, OneRowAMillionTimes) {
  const Index rows = 1'000'000;
  const RowMatrix same = RowMatrix::Constant(rows, 1, 0.3);
  const Fit one = fit(build::view(same), plain_fit(3));
  EXPECT_EQ(one.model.tree.clusters(), 1u);
  EXPECT_EQ(one.model.tree.nodes[0].why_leaf->sentence, "fewer than 2 distinct rows");
  RowMatrix two = same;
  for (Index i = 0; i < rows; i += 2) two(i, 0) = -7;
  const Fit both = fit(build::view(two), plain_fit(3));
  EXPECT_EQ(both.model.tree.clusters(), 2u);
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i)
    ASSERT_EQ(both.labels[i] == both.labels[0], i % 2 == 0) << i;
}

/// Every column is a multiple of the first: whatever the projection, all rows lie on one line.
TEST(Extremes, CollinearColumns) {
  RowMatrix place = build::normal_matrix(80, 1, 23);
  place.topRows(40).array() += 15;
  RowMatrix rows(80, 3);
  rows << place, -3 * place, 0.5 * place;
  for (const bool standardise : {true, false}) {
    const Fit result = fit(build::view(rows), plain_fit(2, standardise));
    expect_sound(result, build::view(rows));
    for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(result.labels[i] == result.labels[0], i < 40);
  }
}

/// Without standardising the column of the largest unit is all there is.
TEST(Extremes, WildlyDifferentColumnsWithoutStandardising) {
  RowMatrix rows = build::normal_matrix(80, 3, 24);
  for (Index i = 0; i < 40; ++i) rows(i, 2) += 30;
  rows.col(0) *= 1e-140;
  rows.col(2) *= 1e140;
  const Fit result = fit(build::view(rows), plain_fit(2, false));
  expect_sound(result, build::view(rows));
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(result.labels[i] == result.labels[0], i < 40);
}

/// A lattice has equal distances everywhere. The cut is decided by rule, equal rows stay together, and rows
/// in another order give the same sizes, since the lattice itself is the same.
TEST(Extremes, TiesEverywhere) {
  RowMatrix lattice(5 * 5 * 4, 2);
  for (Index i = 0; i < lattice.rows(); ++i)
    lattice.row(i) << static_cast<double>(i % 5), static_cast<double>(i / 5 % 5);
  for (const auto method : {Method::divisive, Method::margin, Method::kway}) {
    FitOptions options = plain_fit(4);
    options.method = method;
    const Fit result = fit(build::view(lattice), options);
    expect_sound(result, build::view(lattice));
    for (std::size_t i = 25; i < 100; ++i) EXPECT_EQ(result.labels[i], result.labels[i % 25]);
    const auto order = build::shuffled(100, 25);
    RowMatrix shuffled(100, 2);
    for (Index i = 0; i < 100; ++i) shuffled.row(i) = lattice.row(order[static_cast<std::size_t>(i)]);
    expect_sound(fit(build::view(shuffled), options), build::view(shuffled));
  }
}

TEST(Extremes, TwoRows) {
  for (const double apart : {1e-12, 1.0, 1e12}) {
    RowMatrix rows(2, 3);
    rows << 1, 2, 3, 1 + apart, 2, 3;
    for (const auto method : {Method::divisive, Method::margin, Method::kway}) {
      FitOptions options = plain_fit(2);
      options.method = method;
      const Fit result = fit(build::view(rows), options);
      expect_sound(result, build::view(rows));
      EXPECT_EQ(result.model.tree.clusters(), 2u) << apart;
    }
  }
}

}  // namespace
}  // namespace scpp
