#include <gtest/gtest.h>

#include "rivals/graph_pairs.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Q diag(values) Q' with a random rotation Q.
ColMatrix with_spectrum(const Vector& values, std::uint64_t seed) {
  const ColMatrix q = build::random_rotation(values.size(), seed);
  return q * values.asDiagonal() * q.transpose();
}

LeadingPairs solve(const ColMatrix& matrix, Index wanted, int restarts = 20) {
  return leading_pairs([&](const RowMatrix& x) { return RowMatrix(matrix * x); }, matrix.rows(), wanted, 1e-9,
                       restarts);
}

TEST(LeadingPairs, MeetTheirDefiningEquation) {
  Vector values(120);
  for (Index i = 0; i < 120; ++i) values[i] = 1 / (1.0 + static_cast<double>(i));
  const ColMatrix matrix = with_spectrum(values, 1);
  const LeadingPairs found = solve(matrix, 5);
  ASSERT_TRUE(found.converged);
  const ColMatrix u = found.vectors;
  EXPECT_LT((matrix * u - u * found.values.head(5).asDiagonal()).norm(), 1e-8);
  EXPECT_LT((u.transpose() * u - ColMatrix::Identity(5, 5)).norm(), 1e-10);
  EXPECT_LT((found.values.head(5) - values.head(5)).norm(), 1e-9);
  EXPECT_NEAR(found.values[5], values[5], 1e-3);  // the sixth is only a bound on the gap
}

TEST(LeadingPairs, FindAllCopiesOfARepeatedEigenvalue) {
  Vector values = Vector::LinSpaced(90, 0.5, -0.5);
  values.head(4).setOnes();
  const LeadingPairs found = solve(with_spectrum(values, 2), 4);
  ASSERT_TRUE(found.converged);
  EXPECT_LT((found.values.head(4) - Vector::Ones(4)).norm(), 1e-8);
  EXPECT_LT(found.values[4], 0.51);
}

TEST(LeadingPairs, SmallMatricesAreSolvedWhole) {
  const ColMatrix matrix = with_spectrum(Vector::LinSpaced(6, 1, 0), 3);
  const LeadingPairs found = solve(matrix, 6);
  EXPECT_TRUE(found.converged);
  EXPECT_LT((found.values - Vector::LinSpaced(6, 1, 0)).norm(), 1e-10);
}

TEST(LeadingPairs, ABoundedSearchSaysThatItFailed) {
  Vector values = Vector::LinSpaced(400, 1, 0.999);  // far too crowded for one restart
  const LeadingPairs found = solve(with_spectrum(values, 4), 3, 1);
  EXPECT_FALSE(found.converged);
  EXPECT_GT(found.residual, 1e-9);
}

}  // namespace
}  // namespace scpp
