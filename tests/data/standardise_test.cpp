// Centre 0, variance 1, whatever the unit, the layout and the scalar of the caller's table.
#include "data/standardise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "scpp/errors.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

RowMatrix transformed(const Scaled& scaled) {
  std::vector<Index> all(static_cast<std::size_t>(scaled.rows()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  return gather(scaled, all);
}

std::string refusal(const RowMatrix& rows, std::vector<double> weights = {}) {
  try {
    standardise(build::view(rows), weights, true);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Standardise, GivesMeanZeroAndVarianceOne) {
  const RowMatrix rows =
      (build::normal_matrix(9000, 3, 1).array() * 7 + 100).matrix();  // more than one block
  for (const bool weighted : {false, true}) {
    const Vector weights = weighted ? build::random_counts(9000, 4, 2) : Vector(Vector::Ones(9000));
    const RowMatrix z = transformed(standardise(build::view(rows), {weights.data(), 9000}, true));
    for (Index column = 0; column < 3; ++column) {
      const double mean = weights.dot(z.col(column)) / weights.sum();
      const double variance = weights.dot(z.col(column).cwiseAbs2()) / (weights.sum() - 1);
      // Values near 100 carry errors of 100 eps, which the scale 1/7 divides.
      EXPECT_NEAR(mean, 0, 100 * tolerance::rounding);
      EXPECT_NEAR(variance, 1, 100 * tolerance::rounding);
    }
  }
}

TEST(Standardise, OnlyCentresOnRequest) {
  RowMatrix rows = build::normal_matrix(50, 2, 3);
  rows.col(1) *= 10;
  const RowMatrix z = transformed(standardise(build::view(rows), {}, false));
  const double ratio = z.col(1).norm() / z.col(0).norm();
  const RowMatrix centred = rows.rowwise() - rows.colwise().mean();
  EXPECT_NEAR(ratio, centred.col(1).norm() / centred.col(0).norm(), 1e-12);
  EXPECT_NEAR(z.squaredNorm() / 49 / 2, 1, tolerance::rounding) << "columns have an average variance of 1";
}

TEST(Standardise, IsFreeOfTheUnit) {
  const RowMatrix rows = build::normal_matrix(60, 3, 4);
  const RowMatrix z = transformed(standardise(build::view(rows), {}, true));
  for (const double unit : {1e-150, 0x1p-40, 3e7, 1e150, 1e300}) {
    const RowMatrix scaled_rows = unit * rows;
    const RowMatrix scaled = transformed(standardise(build::view(scaled_rows), {}, true));
    EXPECT_LT((scaled - z).cwiseAbs().maxCoeff(), tolerance::rounding) << unit;
  }
}

TEST(Standardise, ReadsEveryLayoutAlike) {
  RowMatrix rows = build::normal_matrix(20, 4, 5).cast<float>().cast<double>();
  const ColMatrix by_column = rows;
  const Eigen::MatrixXf floats = rows.cast<float>();
  const RowMatrix z = transformed(standardise(build::view(rows), {}, true));
  const auto column_view = TableView::column_major(by_column.data(), 20, 4);
  const auto float_view = TableView::column_major(floats.data(), 20, 4);
  EXPECT_EQ(transformed(standardise(column_view, {}, true)), z);
  EXPECT_EQ(transformed(standardise(float_view, {}, true)), z);
}

TEST(Standardise, ConstantColumnsGiveZeroAndAreReported) {
  RowMatrix rows = build::normal_matrix(10, 3, 6);
  rows.col(1).setConstant(0.1);  // not a binary fraction: sums of it round
  const Scaled scaled = standardise(build::view(rows), {}, true);
  EXPECT_EQ(scaled.transform.constant_columns(), std::vector<Index>{1});
  EXPECT_EQ(transformed(scaled).col(1).cwiseAbs().maxCoeff(), 0);
}

TEST(Standardise, RowsOfWeightZeroDoNotCount) {
  RowMatrix rows = build::normal_matrix(10, 2, 7);
  std::vector<double> weights(10, 1.0);
  weights[3] = 0;
  RowMatrix without(9, 2);
  without << rows.topRows(3), rows.bottomRows(6);
  const Transform with_zero = standardise(build::view(rows), weights, true).transform;
  const Transform left_out = standardise(build::view(without), {}, true).transform;
  for (std::size_t column = 0; column < 2; ++column) {
    EXPECT_NEAR(with_zero.mean[column], left_out.mean[column], tolerance::rounding);
    EXPECT_NEAR(with_zero.scale[column], left_out.scale[column], tolerance::rounding);
  }
}

TEST(Standardise, NamesTheFirstBadValue) {
  RowMatrix rows = build::normal_matrix(6, 3, 8);
  rows(4, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal(rows), "row 5, column 3 is not a number (NaN)");
  rows(4, 2) = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(rows), "row 5, column 3 is infinite");
  rows(4, 2) = 1e308;
  EXPECT_EQ(refusal(rows), "row 5, column 3 is larger than 4e307 in size");
  rows(4, 2) = 4e307;
  EXPECT_NO_THROW(standardise(build::view(rows), {}, true)) << "not larger";
  EXPECT_EQ(refusal(RowMatrix(0, 3)), "the table has no rows");
  EXPECT_EQ(refusal(RowMatrix(3, 0)), "the table has no columns");
}

TEST(Standardise, RefusesABadValueWhereverItStands) {
  for (Index row = 0; row < 3; ++row)
    for (Index column = 0; column < 3; ++column) {
      RowMatrix rows = build::normal_matrix(3, 3, 8);
      rows(row, column) = std::numeric_limits<double>::infinity();
      EXPECT_EQ(refusal(rows),
                "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) + " is infinite");
    }
}

TEST(Standardise, NamesTheFirstBadWeight) {
  const RowMatrix rows = build::normal_matrix(3, 2, 9);
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(rows, {1, 1}), "there are 2 weights for 3 rows");
  EXPECT_EQ(refusal(rows, {1, -1, 1}),
            "the weight of row 2 is -1.000000, but weights are finite and not negative");
  EXPECT_EQ(refusal(rows, {1, 1, nan}),
            "the weight of row 3 is nan, but weights are finite and not negative");
  EXPECT_EQ(refusal(rows, {infinity, 1, 1}),
            "the weight of row 1 is inf, but weights are finite and not negative");
  EXPECT_EQ(refusal(rows, {0, 0, 0}), "all weights are 0");
}

TEST(Standardise, ThreadsDoNotMatter) {
  const RowMatrix rows = build::normal_matrix(20000, 3, 10);
  const ScopedThreads one(1);
  const Transform alone = standardise(build::view(rows), {}, true).transform;
  for (const int threads : {2, 5}) {
    const ScopedThreads several(threads);
    const Transform together = standardise(build::view(rows), {}, true).transform;
    EXPECT_EQ(together.mean, alone.mean);
    EXPECT_EQ(together.scale, alone.scale);
  }
}

}  // namespace
}  // namespace scpp
