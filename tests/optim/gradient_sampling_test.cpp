#include <gtest/gtest.h>

#include "functions.hpp"
#include "optim/minimise.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

TEST(UniformInBall, HalfTheRadiusHoldsItsShare) {
  Random random(1, 0);
  const int draws = 20000;
  for (const Index n : {1, 2, 3}) {
    const Vector centre = random_vector(n, random);
    Vector mean = Vector::Zero(n);
    int inner = 0;
    for (int i = 0; i < draws; ++i) {
      const Vector offset = uniform_in_ball(centre, 0.5, random) - centre;
      ASSERT_LE(offset.norm(), 0.5 * (1 + 1e-12));
      inner += offset.norm() < 0.25;
      mean += offset / draws;
    }
    // Volumes: a share 2^-n, binomial, within five standard deviations. Each mean coordinate: deviation below
    // 0.5.
    const double share = std::pow(0.5, static_cast<double>(n));
    EXPECT_NEAR(inner, draws * share, 5 * std::sqrt(draws * share * (1 - share)));
    EXPECT_LT(mean.lpNorm<Eigen::Infinity>(), 5 * 0.5 / std::sqrt(draws));
  }
}

TEST(SamplingStep, DescendsWhereTheGradientFailsAtAKink) {
  // From a point on the fold of two planes, where either gradient alone goes up the other plane.
  struct Fold : ValueFromGradient<Fold> {
    Index dimension() const { return 2; }
    double value_and_gradient(const Vector& x, Vector& g) {
      g = Vector{{x[0] < 0 ? -10.0 : 10.0, 1.0}};
      return 10 * std::abs(x[0]) + x[1];
    }
  } f;
  const Sample start = evaluate(f, Vector::Zero(2));
  const LineSearchOptions options;
  EXPECT_EQ(line_search(f, start, -start.gradient, -start.gradient.squaredNorm(), 1, options).stop,
            LineSearchStop::no_decrease);
  Random random(1, 0);
  const SamplingStep step = sampling_step(f, start, 0.1, 1e-6, 10, options, random);
  EXPECT_TRUE(step.moved);
  EXPECT_LT(step.accepted.value, start.value);
  EXPECT_LT(std::abs(step.accepted.x[0]), 1e-12);  // the least element is (0, 1) exactly up to rounding
  EXPECT_GT(step.evaluations, 10);
}

TEST(SamplingStep, StaysAtAMinimum) {
  Random random(2, 0);
  MaxOfPlanes f(4, random);
  const Sample start = evaluate(f, f.centre);
  const SamplingStep step = sampling_step(f, start, 0.1, 1e-6, 60, {}, random);
  EXPECT_FALSE(step.moved);
  EXPECT_EQ(step.evaluations, 60);
}

TEST(SamplingStep, LeavesARidgeWhoseHullHoldsZero) {
  CrossingEigenvalues f(CrossingEigenvalues::Kind::ridge, 3);
  const Sample start = evaluate(f, Vector::Zero(3));
  Random random(3, 0);
  // With many samples on both sides the least element of the hull is below any reasonable tolerance ...
  const ColMatrix gradients = sample_gradients(f, start.x, 1e-3, 100, random).gradients;
  const double tolerance = 1e-3;
  ASSERT_LT(min_norm_point(gradients).point.norm(), tolerance);
  // ... although the point is a maximum across the ridge.
  const SamplingStep step = sampling_step(f, start, 1e-3, tolerance, 100, {}, random);
  EXPECT_TRUE(step.moved);
  EXPECT_LT(step.accepted.value, start.value);
}

TEST(SamplingStep, SamplesThatAreNotFiniteAreLeftOut) {
  LogBarrier f;
  Random random(4, 0);
  const GradientCloud cloud = sample_gradients(f, Vector::Constant(1, 0.1), 1.0, 50, random);
  EXPECT_EQ(cloud.evaluations, 50);
  EXPECT_LT(cloud.gradients.cols(), 50);
  EXPECT_GT(cloud.gradients.cols(), 0);
  EXPECT_TRUE(cloud.gradients.allFinite());
  const Sample start = evaluate(f, Vector::Constant(1, 0.1));
  EXPECT_TRUE(sampling_step(f, start, 1.0, 1e-6, 50, {}, random).moved);
  // A ball without a single finite sample.
  EXPECT_FALSE(sampling_step(f, evaluate(f, Vector::Constant(1, -10.0)), 1.0, 1e-6, 50, {}, random).moved);
}

}  // namespace
}  // namespace scpp
