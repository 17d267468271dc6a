#include <gtest/gtest.h>

#include "functions.hpp"
#include "optim/objective.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

struct Planted : Rosenbrock {
  Index where;
  double error;
  Planted(Index n, Index coordinate, double share) : Rosenbrock(n), where(coordinate), error(share) {}
  double value_and_gradient(const Vector& x, Vector& g) {
    const double f = Rosenbrock::value_and_gradient(x, g);
    g[where] += error * g.lpNorm<Eigen::Infinity>();
    return f;
  }
};

TEST(CheckGradient, PassesAnExactGradient) {
  Random random(1, 0);
  Rosenbrock f(6);
  for (int trial = 0; trial < 20; ++trial) {
    // epsilon^(2/3) = 4e-11, times the ratios f / g and f''' / g of this quartic, up to some hundreds.
    EXPECT_LT(check_gradient(f, random_vector(6, random)).largest_difference, 1e-8);
  }
}

TEST(CheckGradient, FindsAPlantedErrorAndItsPlace) {
  Random random(2, 0);
  for (const double error : {1e-6, -1e-3, 1.0}) {
    for (Index where = 0; where < 6; ++where) {
      Planted f(6, where, error);
      const GradientCheck check = check_gradient(f, random_vector(6, random));
      EXPECT_EQ(check.coordinate, where);
      // The planted error also enters the scale when it falls on the largest entry: between e / (1 + e) and
      // e.
      EXPECT_GT(check.largest_difference, 0.49 * std::abs(error));
      EXPECT_LT(check.largest_difference, 1.01 * std::abs(error));
      EXPECT_GT(std::abs(check.computed - check.differenced), 0);
    }
  }
}

TEST(CheckGradient, NotANumberIsAnInfiniteDifference) {
  LogBarrier f;
  const GradientCheck check = check_gradient(f, Vector::Constant(1, -1.0));
  EXPECT_TRUE(std::isinf(check.largest_difference));
  EXPECT_EQ(check.coordinate, 0);
}

}  // namespace
}  // namespace scpp
