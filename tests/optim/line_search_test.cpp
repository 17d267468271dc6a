#include <gtest/gtest.h>

#include "functions.hpp"
#include "optim/descent.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

/// Bounded below on every line, wavy, with kinks: |x|^2 / 2 + sum_i sin(a_i'x) + |b_i'x|.
struct Wavy : ValueFromGradient<Wavy> {
  ColMatrix a, b;
  Index calls = 0;
  Wavy(Index n, Random& random) : a(random_matrix(n, n, random)), b(random_matrix(n, n, random)) {}
  Index dimension() const { return a.rows(); }
  double value_and_gradient(const Vector& x, Vector& g) {
    ++calls;
    const Vector wave = 3 * a.transpose() * x, fold = b.transpose() * x;
    g = x + 3 * a * wave.array().cos().matrix() +
        b * fold.unaryExpr([](double t) { return t < 0 ? -1.0 : 1.0; });
    return 0.5 * x.squaredNorm() + wave.array().sin().sum() + fold.lpNorm<1>();
  }
};

struct NotANumber : ValueFromGradient<NotANumber> {
  Index dimension() const { return 2; }
  double value_and_gradient(const Vector&, Vector& g) {
    g.setOnes(2);
    return std::nan("");
  }
};

struct InfiniteGradient : ValueFromGradient<InfiniteGradient> {
  Index dimension() const { return 1; }
  double value_and_gradient(const Vector& x, Vector& g) {
    g[0] = x[0] < -0.1 ? -std::numeric_limits<double>::infinity() : 1.0;
    return x[0];
  }
};

TEST(LineSearch, AcceptedPointMeetsBothWolfeConditions) {
  Random random(1, 0);
  const LineSearchOptions options;
  for (int trial = 0; trial < 300; ++trial) {
    Wavy f(1 + trial % 5, random);
    const Sample start = evaluate(f, random_vector(f.dimension(), random));
    Vector direction = random_vector(f.dimension(), random) * std::pow(10.0, trial % 7 - 3);
    if (start.gradient.dot(direction) > 0) direction = -direction;
    const double slope = start.gradient.dot(direction);
    f.calls = 0;
    const auto result = line_search(f, start, direction, slope, 1.0, options);
    ASSERT_EQ(result.stop, LineSearchStop::wolfe);
    EXPECT_EQ(result.evaluations, f.calls);
    const Sample again = evaluate(f, start.x + result.step * direction);
    EXPECT_EQ(again.x, result.accepted.x);
    EXPECT_EQ(again.value, result.accepted.value);
    EXPECT_EQ(again.gradient, result.accepted.gradient);
    EXPECT_LT(again.value, start.value + options.sufficient_decrease * result.step * slope);
    EXPECT_GT(again.gradient.dot(direction), options.curvature * slope);
  }
}

TEST(LineSearch, ExpandsUntilTheSlopeHasRisen) {
  // On x^2/2 from -1000 along +1 the slope -1000 must rise above -900: only t > 100 will do.
  Quadratic f(2, 1);
  const Sample start = evaluate(f, Vector{{-1000.0, 0.0}});
  const auto result = line_search(f, start, Vector{{1.0, 0.0}}, -1000, 1.0, {});
  EXPECT_EQ(result.stop, LineSearchStop::wolfe);
  EXPECT_GT(result.step, 100);
}

TEST(LineSearch, UphillIsRefusedWithoutAnEvaluation) {
  Quadratic f(2, 1);
  const Sample start = evaluate(f, Vector{{1.0, 1.0}});
  for (const double slope : {0.0, 1.0, std::nan("")}) {
    const auto result = line_search(f, start, start.gradient, slope, 1.0, {});
    EXPECT_EQ(result.stop, LineSearchStop::not_descent);
    EXPECT_EQ(result.evaluations, 0);
    EXPECT_FALSE(result.decreased());
  }
}

TEST(LineSearch, KinkWithAWrongGradientGivesNoDecrease) {
  SumOfAbsolutes f;
  const Sample start = evaluate(f, Vector::Zero(2));
  const auto result = line_search(f, start, -start.gradient, -2.0, 1.0, {});
  EXPECT_EQ(result.stop, LineSearchStop::no_decrease);
  EXPECT_EQ(result.accepted.x, start.x);
  EXPECT_EQ(result.evaluations, LineSearchOptions{}.max_evaluations);
}

TEST(LineSearch, UnboundedDescentEndsWithTheLowestTrial) {
  InfiniteGradient f;  // f = x: the slope never rises
  const Sample start = evaluate(f, Vector::Constant(1, 1e9));
  const LineSearchOptions options{.max_evaluations = 4};
  const auto result = line_search(f, start, Vector::Constant(1, -1.0), -1.0, 1.0, options);
  EXPECT_EQ(result.stop, LineSearchStop::decrease_only);
  EXPECT_TRUE(result.decreased());
  EXPECT_EQ(result.step, 8);  // 1, 2, 4, 8
}

TEST(LineSearch, NonFiniteTrialsAreFailures) {
  NotANumber nowhere;
  const Sample start{Vector::Zero(2), 0.0, Vector::Ones(2)};
  const auto lost = line_search(nowhere, start, -start.gradient, -2.0, 1.0, {});
  EXPECT_EQ(lost.stop, LineSearchStop::no_decrease);

  InfiniteGradient f;
  const auto result = line_search(f, evaluate(f, Vector::Zero(1)), Vector::Constant(1, -1.0), -1.0, 1.0, {});
  EXPECT_EQ(result.stop, LineSearchStop::decrease_only);
  EXPECT_TRUE(result.accepted.is_finite());
  EXPECT_GE(result.accepted.x[0], -0.1);
}

TEST(LineSearch, StopsWhenADecreaseCouldNotShow) {
  // f = 1 + t^2 / 2 at t = 1e-9: the whole possible gain, 5e-19, is below the last digit of 1.
  struct Flat : ValueFromGradient<Flat> {
    Index dimension() const { return 1; }
    double value_and_gradient(const Vector& x, Vector& g) {
      g = x;
      return 1 + 0.5 * x[0] * x[0];
    }
  } f;
  const Sample start = evaluate(f, Vector::Constant(1, 1e-9));
  const auto result = line_search(f, start, -start.gradient, -1e-18, 1.0, {});
  EXPECT_EQ(result.stop, LineSearchStop::no_decrease);
  EXPECT_EQ(result.evaluations, 0);
}

}  // namespace
}  // namespace scpp
