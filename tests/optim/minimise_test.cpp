#include "optim/minimise.hpp"

#include <gtest/gtest.h>

#include "functions.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;
using Kind = CrossingEigenvalues::Kind;

TEST(Minimise, SmoothFunctionNeedsNoSampling) {
  Rosenbrock f(2);
  const Vector start{{-1.2, 1.0}};
  const Minimum found = minimise(f, start, MinimiseOptions{}, Random(1, 0));
  const Minimum plain = minimise_smooth(f, evaluate(f, start), DescentOptions{});
  EXPECT_EQ(found.stop, StopReason::gradient_small);
  EXPECT_EQ(found.best.x, plain.best.x);
  EXPECT_EQ(found.trace, plain.trace);
  EXPECT_EQ(found.samplings, 0);
  EXPECT_EQ(found.evaluations, plain.evaluations + 1);  // the start
}

TEST(Minimise, MaximumOfPlanesIsCertified) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random(seed, 1);
    MaxOfPlanes f(6, random);
    MinimiseOptions options;
    options.descent.max_steps = 1000;
    options.descent.decrease_tolerance = 0;
    const Minimum found = minimise(f, Vector::Zero(6), options, Random(seed, 0));
    EXPECT_EQ(found.stop, StopReason::stationary) << found.describe();
    EXPECT_LT(found.best.value - 1, 1e-6) << found.describe();
    EXPECT_LT(min_norm_point(f.active(found.best.x)).point.norm(), options.tolerance);
  }
}

TEST(Minimise, SamplingAloneCertifiesDownToTheLastRadius) {
  Random random(3, 1);
  MaxOfPlanes f(4, random);
  f.knows_stationarity = false;
  MinimiseOptions options;
  options.descent.max_steps = 1000;
  options.descent.decrease_tolerance = 0;
  const Minimum found = minimise(f, Vector::Zero(4), options, Random(3, 0));
  EXPECT_EQ(found.stop, StopReason::radius_small) << found.describe();
  EXPECT_GE(found.samplings, 5);  // radii 1e-1 ... 1e-5 each failed once
  EXPECT_LT(found.best.value - 1, 1e-6);
}

TEST(Minimise, LeavesTheCrossingWhereDescentIsStuck) {
  CrossingEigenvalues f(Kind::ridge, 4);
  const Vector start = Vector::Zero(4);
  const Minimum stuck = minimise_smooth(f, evaluate(f, start), DescentOptions{});
  EXPECT_EQ(stuck.stop, StopReason::gradient_small);
  EXPECT_EQ(stuck.best.x, start);

  const Minimum found = minimise(f, start, MinimiseOptions{}, Random(1, 0));
  EXPECT_EQ(found.stop, StopReason::gradient_small) << found.describe();
  EXPECT_GE(found.samplings, 1);
  // f'' = 1/2 there and |g| <= 1e-6 per entry, so x is off by at most 4e-6 and f by its square.
  EXPECT_NEAR(std::abs(found.best.x[0]), 2, 4e-6);
  EXPECT_NEAR(found.best.value, -1, 1e-11);
}

TEST(Minimise, CertifiesADoubleEigenvalueThatIsAMinimum) {
  CrossingEigenvalues f(Kind::double_minimum, 3);
  for (const double where : {0.0, 1.0}) {
    const Minimum found = minimise(f, Vector::Constant(3, where), MinimiseOptions{}, Random(1, 0));
    EXPECT_EQ(found.stop, StopReason::stationary) << found.describe();
    EXPECT_EQ(found.samplings, 0);
    EXPECT_LT(found.best.x.norm(), 1e-5);  // |g| <= 1e-6 with curvature at least 1/4
  }
}

TEST(Minimise, TwiceGivesTheSameBits) {
  CrossingEigenvalues f(Kind::ridge, 5);
  const auto run = [&] { return minimise(f, Vector::Zero(5), MinimiseOptions{}, Random(9, 4)); };
  const Minimum first = run(), second = run();
  EXPECT_GE(first.samplings, 1);
  EXPECT_EQ(first.best.x, second.best.x);
  EXPECT_EQ(first.trace, second.trace);
  EXPECT_EQ(first.evaluations, second.evaluations);
}

TEST(Minimise, StepsAndEvaluationsAreCountedAcrossRounds) {
  struct Counted : CrossingEigenvalues {
    using CrossingEigenvalues::CrossingEigenvalues;
    Index calls = 0;
    double value_and_gradient(const Vector& x, Vector& g) {
      ++calls;
      return CrossingEigenvalues::value_and_gradient(x, g);
    }
  } f(Kind::ridge, 3);
  std::vector<Index> numbers;
  const auto watch = [&](const Sample&, Index step) {
    numbers.push_back(step);
    return true;
  };
  const Minimum found = minimise(f, Vector::Zero(3), MinimiseOptions{}, Random(2, 0), watch);
  EXPECT_EQ(found.evaluations, f.calls);
  EXPECT_EQ(found.trace.size(), static_cast<std::size_t>(found.steps) + 1);
  EXPECT_TRUE(std::is_sorted(found.trace.rbegin(), found.trace.rend()));
  ASSERT_EQ(numbers.size(), static_cast<std::size_t>(found.steps));
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], static_cast<Index>(i) + 1);
}

TEST(Minimise, TheCallerStopsItInEitherKindOfStep) {
  CrossingEigenvalues f(Kind::ridge, 3);
  for (const Index last : {1, 2}) {  // from the ridge the first step is sampling's, the second descent's
    const auto watch = [&](const Sample&, Index step) { return step < last; };
    const Minimum found = minimise(f, Vector::Zero(3), MinimiseOptions{}, Random(1, 0), watch);
    EXPECT_EQ(found.stop, StopReason::stopped_by_caller);
    EXPECT_EQ(found.steps, last);
  }
}

TEST(Minimise, StepsAreLimitedOverTheWholeRun) {
  CrossingEigenvalues f(Kind::ridge, 3);
  MinimiseOptions options;
  options.descent.max_steps = 2;  // one for sampling, which leaves one for descent
  const Minimum found = minimise(f, Vector::Zero(3), options, Random(1, 0));
  EXPECT_EQ(found.stop, StopReason::step_limit);
  EXPECT_EQ(found.steps, 2);
  EXPECT_GE(found.samplings, 1);

  options.descent.max_steps = 0;  // none left when descent rests at once on the ridge
  const Minimum none = minimise(f, Vector::Zero(3), options, Random(1, 0));
  EXPECT_EQ(none.stop, StopReason::step_limit);
  EXPECT_EQ(none.samplings, 0);
}

TEST(Minimise, NotANumberEnds) {
  struct Nowhere : ValueFromGradient<Nowhere> {
    Index dimension() const { return 2; }
    double value_and_gradient(const Vector& x, Vector& g) {
      g = Vector::Zero(2);
      return x.isZero(0) ? 0.0 : std::nan("");
    }
    bool smooth_at(const Vector&) { return false; }
    double stationarity(const Vector&) { return std::nan(""); }
  } f;
  EXPECT_EQ(minimise(f, Vector::Ones(2), MinimiseOptions{}, Random(1, 0)).stop, StopReason::not_finite);
  EXPECT_EQ(minimise(f, Vector::Zero(2), MinimiseOptions{}, Random(1, 0)).stop, StopReason::radius_small);
}

TEST(Minimise, RefusesBadOptions) {
  Rosenbrock f(2);
  MinimiseOptions options;
  options.radius_factor = 2;
  EXPECT_THROW(minimise(f, Vector::Zero(2), options, Random(1, 0)), InvalidArgument);
}

}  // namespace
}  // namespace scpp
