#include <gtest/gtest.h>

#include <cmath>

#include "split/pursuit.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

TEST(Bandwidth, KaiserCountsEigenvaluesOfAtLeastOne) {
  EXPECT_EQ(intrinsic_dimension(Vector{{3, 1, 0.9, 0.1}}), 2);
  EXPECT_EQ(intrinsic_dimension(Vector{{0.5, 0.1}}), 1) << "at least one";
  EXPECT_EQ(intrinsic_dimension(Vector::Constant(40, 2.0)), 20) << "at most twenty";
  EXPECT_EQ(intrinsic_dimension(Vector::Constant(3, 2.0)), 3) << "no more than there are";
}

/// sigma = sqrt(mean of the first d* eigenvalues) (4 / (3 N))^(1 / (4 + d*))
TEST(Bandwidth, FollowsTheRule) {
  const Vector eigenvalues{{4, 2, 0.3}};
  const double right = std::sqrt(3.0) * std::pow(4.0 / 300, 1.0 / 6);
  PursuitOptions options;
  EXPECT_NEAR(bandwidth(eigenvalues, 100, options), right, tolerance::rounding);
  options.sigma_scale = 0.7;
  EXPECT_NEAR(bandwidth(eigenvalues, 100, options), 0.7 * right, tolerance::rounding);
  options.sigma = 0.25;
  EXPECT_EQ(bandwidth(eigenvalues, 100, options), 0.25) << "a given value is taken as it is";
}

TEST(Bandwidth, ShrinksWithMoreRowsAndGrowsWithTheSpread) {
  const Vector eigenvalues{{4, 2, 0.3}};
  const PursuitOptions options;
  EXPECT_LT(bandwidth(eigenvalues, 1000, options), bandwidth(eigenvalues, 100, options));
  EXPECT_GT(bandwidth(2 * eigenvalues, 100, options), bandwidth(eigenvalues, 100, options));
}

}  // namespace
}  // namespace scpp
