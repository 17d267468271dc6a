#include "data/metric.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"

namespace scpp {
namespace {

std::vector<std::int32_t> thirds(Index rows) {
  std::vector<std::int32_t> parts;
  for (Index i = 0; i < rows; ++i) parts.push_back(static_cast<std::int32_t>(i % 3));
  return parts;
}

TEST(Metric, CovarianceWithinForgetsTheMeansOfParts) {
  RowMatrix rows = build::normal_matrix(90, 4, 1);
  const RowMatrix before = part_moments(rows, Vector::Ones(90), thirds(90), 3).within;
  for (Index i = 0; i < 90; ++i) rows.row(i).array() += 10.0 * static_cast<double>(i % 3);
  const RowMatrix after = part_moments(rows, Vector::Ones(90), thirds(90), 3).within;
  EXPECT_LT((after - before).cwiseAbs().maxCoeff(), 1e-12)
      << "values up to 25 are rounded to 4e-15, squares of 1e1 of them";
}

TEST(Metric, ARowOfWeightTwoIsTheRowTwice) {
  const RowMatrix rows = build::normal_matrix(30, 3, 2);
  RowMatrix twice(60, 3);
  twice << rows, rows;
  std::vector<std::int32_t> parts = thirds(30), both = parts;
  both.insert(both.end(), parts.begin(), parts.end());
  const RowMatrix a = part_moments(rows, Vector::Constant(30, 2.0), parts, 3).within;
  const RowMatrix b = part_moments(twice, Vector::Ones(60), both, 3).within;
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-13) << "sums of 60 products of about 1";
}

TEST(Metric, WhitensWhatItWasTaughtBy) {
  const RowMatrix rows = build::normal_matrix(200, 3, 3) * build::normal_matrix(3, 3, 4);
  const RowMatrix within = part_moments(rows, Vector::Ones(200), thirds(200), 3).within;
  const RowMatrix metric = whitening(within, 1e-12);
  const RowMatrix white = part_moments(rows * metric, Vector::Ones(200), thirds(200), 3).within;
  EXPECT_LT((white - RowMatrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-8)
      << "the shrinkage, times the condition";
}

TEST(Metric, FullShrinkageChangesOnlyTheUnit) {
  const RowMatrix within =
      part_moments(build::normal_matrix(50, 4, 5), Vector::Ones(50), thirds(50), 3).within;
  const RowMatrix metric = whitening(within, 1);
  EXPECT_LT((metric - metric(0, 0) * RowMatrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Metric, OfRowsWithoutSpreadIsNone) {
  EXPECT_EQ(whitening(RowMatrix::Zero(3, 3), 0.5), RowMatrix::Identity(3, 3));
}

TEST(Metric, IsHalfTheWhiteningWhereMeansAreEqual) {
  RowMatrix rows(80, 3);
  rows.topRows(40) = build::normal_matrix(40, 3, 6);
  rows.bottomRows(40) = rows.topRows(40);
  std::vector<std::int32_t> halves(80, 0);
  std::fill(halves.begin() + 40, halves.end(), 1);
  const PartMoments moments = part_moments(rows, Vector::Ones(80), halves, 2);
  EXPECT_LT((taught_metric(moments, 0.5) - whitening(moments.within, 0.5) / 2).cwiseAbs().maxCoeff(), 1e-12)
      << "means differ by rounding alone";
}

TEST(Metric, CountsADirectionByItsReliability) {
  RowMatrix rows = build::normal_matrix(90, 4, 7);
  for (Index i = 0; i < 90; ++i) rows(i, 1) += 3.0 * static_cast<double>(i % 3);
  const PartMoments moments = part_moments(rows, Vector::Ones(90), thirds(90), 3);
  const Discriminants found = discriminants(moments, 0.3);
  ASSERT_EQ(found.ratios.size(), 2) << "three means lie in a plane";
  EXPECT_GE(found.ratios[0], found.ratios[1]);
  // Along a discriminant v = W u: M' S v = (1 + e / (1 + e)) / 2 u, and u has length 1.
  RowMatrix shrunk = 0.7 * moments.within;
  shrunk.diagonal().array() += 0.3 * moments.within.trace() / 4;
  for (Index i = 0; i < 2; ++i) {
    const double e = found.ratios[i];
    const Vector seen = taught_metric(moments, 0.3).transpose() * (shrunk * found.directions.col(i));
    EXPECT_NEAR(seen.norm(), (1 + e / (1 + e)) / 2, 1e-10) << "a few products of well conditioned matrices";
  }
}

}  // namespace
}  // namespace scpp
