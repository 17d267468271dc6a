// T_Delta: the identity inside, a slow C1 odd contraction outside.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "spectral/projection.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

const std::vector<double> deltas = {0.01, 0.1, 0.3, 0.5};
const std::vector<double> places = {0.3, 1.0, 1.0001, 1.2, 2.0, 5.0, 40.0};

TEST(Squash, IsTheIdentityInside) {
  for (const double delta : deltas)
    for (const double z : {-1.0, -0.4, 0.0, 0.7, 1.0}) {
      const Squash::Value value = Squash(delta)(z, 1.0);
      EXPECT_EQ(value.t, z);
      EXPECT_EQ(value.slope, 1);
      EXPECT_EQ(value.per_bound, 0);
    }
}

/// With the border at 0 a step beyond it can be as small as a double: for delta = 0.01 the bend happens
/// within c1 = 1e-200 of the border.
TEST(Squash, IsContinuouslyDifferentiableAtTheBorder) {
  for (const double delta : deltas) {
    const Squash squash(delta);
    const double bend = std::pow(delta * (1 - delta), 1 / delta);
    const Squash::Value just_outside = squash(bend * 1e-6, 0.0);
    EXPECT_NEAR(just_outside.slope, 1, 1e-6) << "slope = (1 + 1e-6)^-delta, delta = " << delta;
    EXPECT_NEAR(just_outside.per_bound, 0, 1e-6);
    EXPECT_NEAR(squash(std::nextafter(1.0, 2.0), 1.0).t, 1.0, 2 * tolerance::epsilon);
  }
}

TEST(Squash, SlopesAreDerivatives) {
  const double h = tolerance::difference_step;
  for (const double delta : deltas)
    for (const double size : {1.2, 2.0, 5.0, 40.0})
      for (const double z : {size, -size}) {
        const Squash squash(delta);
        const Squash::Value at = squash(z, 1.0);
        const double by_z = (squash(z + h, 1.0).t - squash(z - h, 1.0).t) / (2 * h);
        const double by_bound = (squash(z, 1.0 + h).t - squash(z, 1.0 - h).t) / (2 * h);
        EXPECT_NEAR(at.slope, by_z, tolerance::difference_slope) << z;
        EXPECT_NEAR(at.per_bound, by_bound, tolerance::difference_slope) << z;
      }
}

TEST(Squash, IsOdd) {
  for (const double delta : deltas)
    for (const double z : places) {
      const Squash::Value above = Squash(delta)(z, 1.0), below = Squash(delta)(-z, 1.0);
      EXPECT_EQ(below.t, -above.t);
      EXPECT_EQ(below.slope, above.slope);
      EXPECT_EQ(below.per_bound, -above.per_bound);
    }
}

TEST(Squash, GrowsAndNeverStretches) {
  for (const double delta : deltas) {
    const Squash squash(delta);
    for (std::size_t i = 1; i < places.size(); ++i) {
      const double step = squash(places[i], 1.0).t - squash(places[i - 1], 1.0).t;
      EXPECT_GT(step, 0);
      EXPECT_LE(step, places[i] - places[i - 1] + tolerance::rounding);
      EXPECT_LE(squash(places[i], 1.0).slope, 1);
    }
  }
}

}  // namespace
}  // namespace scpp
