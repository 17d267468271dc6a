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
  const RowMatrix before = covariance_within(rows, Vector::Ones(90), thirds(90), 3);
  for (Index i = 0; i < 90; ++i) rows.row(i).array() += 10.0 * static_cast<double>(i % 3);
  const RowMatrix after = covariance_within(rows, Vector::Ones(90), thirds(90), 3);
  EXPECT_LT((after - before).cwiseAbs().maxCoeff(), 1e-12)
      << "values up to 25 are rounded to 4e-15, squares of 1e1 of them";
}

TEST(Metric, ARowOfWeightTwoIsTheRowTwice) {
  const RowMatrix rows = build::normal_matrix(30, 3, 2);
  RowMatrix twice(60, 3);
  twice << rows, rows;
  std::vector<std::int32_t> parts = thirds(30), both = parts;
  both.insert(both.end(), parts.begin(), parts.end());
  const RowMatrix a = covariance_within(rows, Vector::Constant(30, 2.0), parts, 3);
  const RowMatrix b = covariance_within(twice, Vector::Ones(60), both, 3);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-13) << "sums of 60 products of about 1";
}

TEST(Metric, WhitensWhatItWasTaughtBy) {
  const RowMatrix rows = build::normal_matrix(200, 3, 3) * build::normal_matrix(3, 3, 4);
  const RowMatrix within = covariance_within(rows, Vector::Ones(200), thirds(200), 3);
  const RowMatrix metric = whitening(within, 1e-12);
  const RowMatrix white = covariance_within(rows * metric, Vector::Ones(200), thirds(200), 3);
  EXPECT_LT((white - RowMatrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-8)
      << "the shrinkage, times the condition";
}

TEST(Metric, FullShrinkageChangesOnlyTheUnit) {
  const RowMatrix within = covariance_within(build::normal_matrix(50, 4, 5), Vector::Ones(50), thirds(50), 3);
  const RowMatrix metric = whitening(within, 1);
  EXPECT_LT((metric - metric(0, 0) * RowMatrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Metric, OfRowsWithoutSpreadIsNone) {
  EXPECT_EQ(whitening(RowMatrix::Zero(3, 3), 0.5), RowMatrix::Identity(3, 3));
}

}  // namespace
}  // namespace scpp
