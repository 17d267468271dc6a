// Each decomposition against the equation that defines it.
#include "base/decompositions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

ColMatrix symmetric(Index d, std::uint64_t seed) {
  const ColMatrix m = build::normal_matrix(d, d, seed);
  return m + m.transpose();
}

ColMatrix positive_definite(Index d, std::uint64_t seed) {
  const ColMatrix m = build::normal_matrix(2 * d, d, seed);
  return m.transpose() * m;
}

TEST(Decompositions, EigenpairsSolveTheirEquationInAscendingOrder) {
  for (const Index d : {1, 2, 7, 60}) {
    const ColMatrix a = symmetric(d, 1);
    const auto [values, vectors] = symmetric_eigenpairs(a);
    const double within = tolerance::eigen_residual(d, a.norm());
    for (Index i = 0; i < d; ++i) {
      EXPECT_LE((a * vectors.col(i) - values[i] * vectors.col(i)).norm(), within);
      EXPECT_GE(values[i], values[std::max<Index>(i - 1, 0)]);
    }
    EXPECT_LE((vectors.transpose() * vectors - ColMatrix::Identity(d, d)).norm(),
              tolerance::eigen_residual(d, 1));
  }
}

TEST(Decompositions, GeneralisedEigenvectorsTurnBothMatricesDiagonal) {
  constexpr Index d = 12;
  const ColMatrix a = symmetric(d, 2), b = positive_definite(d, 3);
  const ColMatrix x = generalised_eigenvectors(a, b);
  const ColMatrix diagonal = x.transpose() * a * x;
  const double within = tolerance::eigen_residual(d, a.norm() * x.squaredNorm());
  EXPECT_LE((x.transpose() * b * x - ColMatrix::Identity(d, d)).norm(),
            tolerance::eigen_residual(d, b.norm() * x.squaredNorm()));
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) EXPECT_NEAR(diagonal(i, j), i == j ? diagonal(i, i) : 0, within);
  for (Index i = 1; i < d; ++i) EXPECT_GE(diagonal(i, i), diagonal(i - 1, i - 1) - within);
}

TEST(Decompositions, ABasisIsOrthonormalAndSpansTheColumns) {
  const ColMatrix columns = build::normal_matrix(20, 4, 4);
  const ColMatrix basis = orthonormal_basis(columns);
  ASSERT_EQ(basis.cols(), 4);
  EXPECT_LE((basis.transpose() * basis - ColMatrix::Identity(4, 4)).norm(), tolerance::eigen_residual(20, 1));
  EXPECT_LE((basis * (basis.transpose() * columns) - columns).norm(),
            tolerance::eigen_residual(20, columns.norm()));
}

TEST(Decompositions, SystemsAreSolved) {
  constexpr Index d = 15;
  const ColMatrix a = positive_definite(d, 5);
  const Vector b = build::normal_vector(d, 6), x = solve_symmetric(a, b);
  EXPECT_LE((a * x - b).norm(), tolerance::eigen_residual(d, a.norm() * x.norm()));
}

/// What is left is at right angles to every column, also where a column is given twice.
TEST(Decompositions, LeastSquaresLeaveNothingAlongTheColumns) {
  ColMatrix a = build::normal_matrix(20, 5, 7);
  a.col(4) = a.col(1);
  const Vector b = build::normal_vector(20, 8), x = least_squares(a, b);
  EXPECT_LE((a.transpose() * (a * x - b)).norm(), tolerance::eigen_residual(20, a.norm() * b.norm()));
  EXPECT_EQ(x[1] * x[4], 0) << "one of two equal columns gets nothing";
}

}  // namespace
}  // namespace scpp
