#include "optim/descent.hpp"

#include <gtest/gtest.h>

#include "functions.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

/// Runs to the last digit: only a zero gradient, a failed search or the step limit stops it.
DescentOptions to_the_end(Index dense_limit, Index max_steps) {
  DescentOptions options;
  options.max_steps = max_steps;
  options.gradient_tolerance = 1e-10;
  options.decrease_tolerance = 0;
  options.dense_limit = dense_limit;
  return options;
}

class BothModels : public ::testing::TestWithParam<Index> {};  // the dense limit: 0 is L-BFGS, 500 is BFGS
INSTANTIATE_TEST_SUITE_P(Descent, BothModels, ::testing::Values<Index>(0, 500));

TEST_P(BothModels, RosenbrockReachesOnes) {
  for (const Index n : {2, 10}) {
    Rosenbrock f(n);
    // Zero lies in the basin of (1, ..., 1); the chained function has a second minimum near (-1, 1, ..., 1).
    const Minimum found = minimise_smooth(f, evaluate(f, Vector::Zero(n)), to_the_end(GetParam(), 500));
    EXPECT_EQ(found.stop, StopReason::gradient_small) << found.describe();
    // The least curvature at the minimum is above 0.1: |x - 1| <= |g| / 0.1 < 1e-8 with |g| <= sqrt(n) 1e-10.
    EXPECT_LT((found.best.x - Vector::Ones(n)).norm(), 1e-8);
  }
}

TEST_P(BothModels, RosenbrockFromItsUsualStart) {
  Rosenbrock f(2);
  const Minimum found = minimise_smooth(f, evaluate(f, Vector{{-1.2, 1.0}}), to_the_end(GetParam(), 500));
  EXPECT_EQ(found.stop, StopReason::gradient_small) << found.describe();
  EXPECT_LT((found.best.x - Vector::Ones(2)).norm(), 1e-8);
}

TEST_P(BothModels, IllConditionedQuadratic) {
  const Index n = 20;
  Quadratic f(n, 1e8);
  DescentOptions options = to_the_end(GetParam(), 1000);
  options.memory = 2 * n;  // with 10 pairs it is no better than conjugate gradients: steps grow as sqrt(1e8)
  const Minimum found = minimise_smooth(f, evaluate(f, Vector::Ones(n)), options);
  EXPECT_EQ(found.stop, StopReason::gradient_small) << found.describe();
  // Each gradient entry is c_i x_i with c_i >= 1.
  EXPECT_LE(found.best.x.lpNorm<Eigen::Infinity>(), options.gradient_tolerance);
}

TEST(Descent, BfgsReachesAKink) {
  Random random(1, 0);
  MaxOfPlanes f(5, random);
  const Minimum found = minimise_smooth(f, evaluate(f, Vector::Zero(5)), to_the_end(500, 500));
  EXPECT_LT(found.best.value - 1, 1e-6) << found.describe();
}

/// Against the value where that is large, and absolutely where it is small.
TEST(Descent, AGradientIsSmallBesideTheValueOrBesideOne) {
  constexpr double tolerance = 0.25;
  const auto small = [](double value, double slope) {
    return gradient_is_small({Vector::Zero(2), value, Vector{{0.0, slope}}}, tolerance);
  };
  for (const double sign : {-1, 1}) {
    for (const double value : {0.0, 0.5, 1.0}) {
      EXPECT_TRUE(small(sign * value, sign * tolerance));
      EXPECT_FALSE(small(sign * value, sign * 1.01 * tolerance));
    }
    EXPECT_TRUE(small(sign * 8, sign * 8 * tolerance));
    EXPECT_FALSE(small(sign * 8, sign * 8.01 * tolerance));
  }
}

TEST_P(BothModels, TheTraceTellsEveryStep) {
  Rosenbrock f(10);
  Index watched = 0;
  std::vector<double> seen;
  const Sample start = evaluate(f, Vector::Zero(10));
  const auto watch = [&](const Sample& at, Index step) {
    EXPECT_EQ(step, ++watched);
    seen.push_back(at.value);
    return true;
  };
  const Minimum found = minimise_smooth(f, start, to_the_end(GetParam(), 30), watch);
  EXPECT_EQ(found.stop, StopReason::step_limit);
  EXPECT_EQ(found.steps, 30);
  EXPECT_EQ(watched, 30);
  EXPECT_EQ(found.trace.front(), start.value);
  EXPECT_EQ(std::vector<double>(found.trace.begin() + 1, found.trace.end()), seen);
  EXPECT_TRUE(std::is_sorted(found.trace.rbegin(), found.trace.rend()));
  EXPECT_EQ(found.trace.back(), found.best.value);
}

TEST_P(BothModels, TwiceGivesTheSameBits) {
  Rosenbrock f(10);
  const auto run = [&] {
    return minimise_smooth(f, evaluate(f, Vector::Zero(10)), to_the_end(GetParam(), 40));
  };
  const Minimum first = run(), second = run();
  EXPECT_EQ(first.best.x, second.best.x);
  EXPECT_EQ(first.trace, second.trace);
  EXPECT_EQ(first.evaluations, second.evaluations);
}

TEST_P(BothModels, TheCallerStopsIt) {
  Rosenbrock f(10);
  const auto three = [](const Sample&, Index step) { return step < 3; };
  const Minimum found = minimise_smooth(f, evaluate(f, Vector::Zero(10)), to_the_end(GetParam(), 100), three);
  EXPECT_EQ(found.stop, StopReason::stopped_by_caller);
  EXPECT_EQ(found.steps, 3);
}

TEST(Descent, StopsWithAReason) {
  Rosenbrock f(2);
  const Sample start = evaluate(f, Vector::Zero(2));
  DescentOptions options;
  options.max_steps = 0;
  EXPECT_EQ(minimise_smooth(f, start, options).stop, StopReason::step_limit);

  options = DescentOptions{.decrease_tolerance = 1e9};
  const Minimum stalled = minimise_smooth(f, start, options);
  EXPECT_EQ(stalled.stop, StopReason::stalled);
  EXPECT_EQ(stalled.steps, options.weak_steps);

  SumOfAbsolutes kink;
  const Minimum stuck = minimise_smooth(kink, evaluate(kink, Vector::Zero(2)), DescentOptions{});
  EXPECT_EQ(stuck.stop, StopReason::no_decrease);
  EXPECT_EQ(stuck.steps, 0);
  EXPECT_NE(stuck.describe().find("no lower point"), std::string::npos);
}

TEST(Descent, OnlyWeakStepsInARowStall) {
  Quadratic f(20, 1e6);
  const DescentOptions options{.max_steps = 200, .gradient_tolerance = 0, .decrease_tolerance = 0.05};
  const Minimum found = minimise_smooth(f, evaluate(f, Vector::Ones(20)), options);
  Index in_a_row = 0, weak = 0, longest_before_end = 0;
  for (std::size_t i = 1; i < found.trace.size(); ++i) {
    longest_before_end = std::max(longest_before_end, in_a_row);
    const bool is_weak = found.trace[i - 1] - found.trace[i] < options.decrease_tolerance * found.trace[i];
    in_a_row = is_weak ? in_a_row + 1 : 0;
    weak += is_weak;
  }
  EXPECT_EQ(found.stop, StopReason::stalled) << found.describe();
  EXPECT_EQ(in_a_row, options.weak_steps);
  EXPECT_LT(longest_before_end, options.weak_steps);
  ASSERT_GT(weak, options.weak_steps);  // or the run would not tell a row from a count
}

TEST(Descent, NotANumber) {
  LogBarrier f;
  const Sample outside = evaluate(f, Vector::Constant(1, -1.0));
  const Minimum lost = minimise_smooth(f, outside, DescentOptions{});
  EXPECT_EQ(lost.stop, StopReason::not_finite);
  EXPECT_EQ(lost.evaluations, 0);
  // The first trial, of length 0.75 from 4, doubles until it lands outside, and is taken back.
  const Minimum found = minimise_smooth(f, evaluate(f, Vector::Constant(1, 4.0)), DescentOptions{});
  EXPECT_EQ(found.stop, StopReason::gradient_small);
  EXPECT_NEAR(found.best.x[0], 1, 2e-6);  // f'' = 1 there, and the gradient is within 1e-6
}

TEST(Descent, FirstTrialIsBounded) {
  Quadratic f(3, 1e6);
  const Sample start = evaluate(f, Vector::Ones(3));
  DescentOptions options;
  options.max_steps = 1;
  options.first_step = 0.25;
  const Minimum found = minimise_smooth(f, start, options);
  // Along -g the function falls to a minimum 1 away and is steep until then: no doubling is needed.
  EXPECT_LE((found.best.x - start.x).norm(), 0.25 * (1 + 1e-12));
}

}  // namespace
}  // namespace scpp
