#include <gtest/gtest.h>

#include <cmath>

#include "base/decompositions.hpp"
#include "split/node.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

RowMatrix random_covariance(Index d, std::uint64_t seed) {
  const RowMatrix rows = build::blobs(2 * d + 10, d, 3, 2.0, seed).rows;
  return rows.transpose() * rows / static_cast<double>(rows.rows());
}

/// Sizes on both sides of the change from the full decomposition to Lanczos.
TEST(Principal, SolvesItsEquationForTheLargestPairs) {
  for (const Index d : {1, 2, 10, 96, 97, 150}) {
    const RowMatrix covariance = random_covariance(d, 3);
    const Principal found = principal_components(covariance, 8);
    ASSERT_EQ(found.values.size(), std::min<Index>(8, d));
    const Vector right = symmetric_eigenpairs(covariance).values;
    // Lanczos is asked for 1e-11 relatively, the value converges with the square of it.
    const double within = 1e-10 * right.maxCoeff();
    for (Index i = 0; i < found.values.size(); ++i) {
      EXPECT_NEAR(found.values[i], right[d - 1 - i], within);
      EXPECT_LE((covariance * found.vectors.col(i) - found.values[i] * found.vectors.col(i)).norm(), within);
      EXPECT_NEAR(found.vectors.col(i).norm(), 1, tolerance::rounding);
    }
  }
}

TEST(Principal, TheLargestEntryIsPositive) {
  for (const Index d : {5, 120}) {
    const Principal found = principal_components(random_covariance(d, 4), 4);
    for (Index i = 0; i < 4; ++i) {
      Index largest = 0;
      found.vectors.col(i).cwiseAbs().maxCoeff(&largest);
      EXPECT_GT(found.vectors(largest, i), 0);
    }
  }
}

TEST(Principal, OfALineIsTheLine) {
  for (const Index d : {3, 200}) {
    const Vector line = build::random_directions(d, 1, 5).col(0);
    const Principal found = principal_components(4 * line * line.transpose(), 3);
    EXPECT_NEAR(std::abs(found.vectors.col(0).dot(line)), 1, tolerance::rounding);
    EXPECT_NEAR(found.values[0], 4, tolerance::rounding);
    EXPECT_NEAR(found.values[1], 0, tolerance::rounding);
  }
}

TEST(Principal, OfTheZeroMatrixIsZero) {
  for (const Index d : {3, 200}) {
    const Principal found = principal_components(RowMatrix::Zero(d, d), 2);
    EXPECT_EQ(found.values, Vector::Zero(2));
    EXPECT_TRUE(found.vectors.allFinite());
  }
}

}  // namespace
}  // namespace scpp
