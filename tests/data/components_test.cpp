#include "data/components.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numeric>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

std::vector<Index> all_rows(Index count) {
  std::vector<Index> rows(count);
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

struct Found {
  RowMatrix rows;  ///< standardised
  Components components;
};

Found found_in(const RowMatrix& table) {
  const Scaled scaled = standardise(build::view(table), {}, true);
  const std::vector<Index> all = all_rows(table.rows());
  return {gather(scaled, all), leading_components(scaled, all, scaled.weights).value()};
}

/// Noise, and `factors` of variance `strength` that all columns share, up to their signs.
RowMatrix with_factors(Index rows, Index columns, Index factors, double strength) {
  const RowMatrix signs = build::normal_matrix(factors, columns, 3).array().sign();
  const RowMatrix shared = build::normal_matrix(rows, factors, 2) * signs;
  return build::normal_matrix(rows, columns, 1) + std::sqrt(strength) * shared;
}

/// The most variance that so many directions can hold.
double most_variance(const RowMatrix& rows, Index count) {
  const RowMatrix scatter = rows.transpose() * rows;
  return Eigen::SelfAdjointEigenSolver<ColMatrix>(scatter, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .tail(count)
      .sum();
}

const std::vector<RowMatrix>& tables() {
  static const std::vector<RowMatrix> all = {
      with_factors(400, 150, 5, 0.3), with_factors(120, 300, 5, 0.3), with_factors(500, 250, 150, 1),
      build::normal_matrix(300, 3, 4) * build::normal_matrix(3, 130, 5),  // three dimensions
  };
  return all;
}

TEST(Components, AreOrthonormalAndTheirCoordinatesThoseOfTheRows) {
  for (const RowMatrix& table : tables()) {
    const auto [rows, components] = found_in(table);
    const auto& [directions, coordinates] = components;
    const RowMatrix gram = directions.transpose() * directions;
    EXPECT_LT((gram - RowMatrix::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(),
              tolerance::krylov_basis);
    EXPECT_LT((rows * directions - coordinates).cwiseAbs().maxCoeff(),
              tolerance::krylov_basis * rows.rowwise().norm().maxCoeff());
    const Vector variances = coordinates.colwise().squaredNorm();
    for (Index i = 1; i < variances.size(); ++i)
      EXPECT_LE(variances[i], 1.01 * variances[i - 1]) << "up to the rounding in which they were found";
  }
}

TEST(Components, HoldNearlyAsMuchVarianceAsCanBe) {
  for (const RowMatrix& table : tables()) {
    const auto [rows, components] = found_in(table);
    const double held = components.coordinates.squaredNorm();
    const double most = most_variance(rows, components.directions.cols());
    EXPECT_LE(held, (1 + tolerance::krylov_basis) * most);
    EXPECT_GE(held, 0.95 * most) << "noise that is missed is no loss; a factor would be more than this";
  }
}

/// Five factors hold all that is common to the columns.
TEST(Components, FindWhatStandsOut) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1000, 400}, {400, 1000}}) {
    const auto [scaled, components] = found_in(with_factors(rows, columns, 5, 0.2));
    EXPECT_GE(components.coordinates.leftCols(5).squaredNorm(), 0.999 * most_variance(scaled, 5));
  }
}

TEST(Components, LeaveNoiseOut) {
  EXPECT_LE(found_in(build::normal_matrix(600, 300, 6)).components.directions.cols(), 20);
  EXPECT_LE(found_in(with_factors(600, 300, 5, 0.5)).components.directions.cols(), 20);
  const Index many = found_in(with_factors(600, 300, 60, 0.5)).components.directions.cols();
  EXPECT_GE(many, 60);
  EXPECT_LE(many, 65) << "a few of noise may be as large as the largest are on average";
  for (const auto& [rows, columns] : {std::pair<Index, Index>{600, 300}, {300, 600}}) {
    const Index most = found_in(with_factors(rows, columns, 90, 0.5)).components.directions.cols();
    EXPECT_GE(most, 90) << rows;
    EXPECT_LE(most, 95) << rows;
  }
}

TEST(Components, DoNotDependOnTheOrderOfColumns) {
  for (const RowMatrix& table : tables()) {
    const RowMatrix other = table(Eigen::all, build::shuffled(table.cols(), 7));
    const RowMatrix a = found_in(table).components.coordinates, b = found_in(other).components.coordinates;
    const RowMatrix products = a * a.transpose();
    EXPECT_LT((products - b * b.transpose()).cwiseAbs().maxCoeff(),
              tolerance::krylov_basis * products.diagonal().maxCoeff());
  }
}

TEST(Components, DoNotSeeConstantColumns) {
  RowMatrix wider(400, 250);
  wider << tables()[0], RowMatrix::Constant(400, 100, 0.1);
  const RowMatrix a = found_in(tables()[0]).components.coordinates,
                  b = found_in(wider).components.coordinates;
  ASSERT_EQ(a.cols(), b.cols());
  const RowMatrix products = a * a.transpose();
  EXPECT_LT((products - b * b.transpose()).cwiseAbs().maxCoeff(),
            tolerance::krylov_basis * products.diagonal().maxCoeff());
  const RowMatrix hundred = wider.rightCols(199).leftCols(180);  // 80 that vary
  const Scaled scaled = standardise(build::view(hundred), {}, true);
  EXPECT_FALSE(leading_components(scaled, all_rows(400), scaled.weights));
}

TEST(Components, RowsWithoutWeightDoNotCount) {
  const RowMatrix table = tables()[0];
  const Scaled scaled = standardise(build::view(table), {}, true);
  Vector weights = Vector::Constant(400, 3.0);
  weights.tail(100).setConstant(1e-30);
  const Components found = leading_components(scaled, all_rows(400), weights).value();
  const RowMatrix rows = gather(scaled, all_rows(300));
  EXPECT_GE(found.coordinates.topRows(300).leftCols(5).squaredNorm(), 0.999 * most_variance(rows, 5));
}

TEST(Components, RowsThatAreAllTheSameHaveNone) {
  const RowMatrix table = tables()[0];
  const Scaled scaled = standardise(build::view(table), {}, true);
  Scaled of_means = scaled;
  of_means.transform.mean.assign(table.row(0).begin(), table.row(0).end());
  EXPECT_FALSE(leading_components(of_means, {0, 0, 0}, Vector::Ones(3)));
}

}  // namespace
}  // namespace scpp
