#pragma once
// What the optimiser asks of a function, one evaluated point of it, and a check of its gradient.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "base/types.hpp"

namespace scpp {

/// A real function with a gradient almost everywhere. The methods may change the object (caches, counters).
template <class F>
concept Objective = requires(F& f, const Vector& x, Vector& gradient) {
  { f.dimension() } -> std::convertible_to<Index>;
  { f.value(x) } -> std::convertible_to<double>;
  { f.value_and_gradient(x, gradient) } -> std::convertible_to<double>;
};

/// An objective that can tell where its gradient is not to be trusted, and measure optimality there.
template <class F>
concept NonsmoothObjective = Objective<F> && requires(F& f, const Vector& x) {
  /// Is the function continuously differentiable at x?
  { f.smooth_at(x) } -> std::convertible_to<bool>;
  /// Zero when no direction descends from x; asked only where `smooth_at(x)` is false.
  { f.stationarity(x) } -> std::convertible_to<double>;
};

/// One evaluated point. Replaced whole, so that value and gradient never come from different points.
struct Sample {
  Vector x;
  double value = 0;
  Vector gradient;

  bool is_finite() const { return std::isfinite(value) && gradient.allFinite(); }
};

template <Objective F>
Sample evaluate(F& objective, Vector x) {
  Sample sample{std::move(x), 0, Vector(objective.dimension())};
  sample.value = objective.value_and_gradient(sample.x, sample.gradient);
  return sample;
}

/// Called after each accepted step with the new point and the number of steps so far; false stops the run.
template <class C>
concept StepWatcher = std::predicate<C&, const Sample&, Index>;

struct KeepGoing {
  bool operator()(const Sample&, Index) const { return true; }
};

// Does value_and_gradient agree with value?

struct GradientCheck {
  double largest_difference = 0;  ///< relative to the largest entry of the gradient
  Index coordinate = -1;          ///< where it occurs
  double computed = 0;            ///< the gradient's entry there
  double differenced = 0;         ///< and the central difference
};

/// Compares the gradient at x with central differences (f(x + h e_i) - f(x - h e_i)) / 2h. A step h of
/// cbrt(epsilon) max(1, |x_i|) balances the errors h^2 f''' and epsilon f / h: both are near epsilon^(2/3) =
/// 4e-11. Not for a stationary point: there the scale is itself rounding. A difference that is not finite
/// counts as infinite.
template <Objective F>
GradientCheck check_gradient(F& objective, const Vector& x) {
  Vector gradient(objective.dimension());
  objective.value_and_gradient(x, gradient);
  const double scale = std::max(gradient.lpNorm<Eigen::Infinity>(), std::numeric_limits<double>::min());
  GradientCheck worst;
  for (Index i = 0; i < std::ssize(x); ++i) {
    Vector up = x, down = x;
    const double h = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::abs(x[i]));
    up[i] += h;
    down[i] -= h;
    const double slope = (objective.value(up) - objective.value(down)) / (up[i] - down[i]);
    double difference = std::abs(gradient[i] - slope) / scale;
    if (!std::isfinite(difference)) difference = std::numeric_limits<double>::infinity();
    if (worst.coordinate < 0 || difference > worst.largest_difference)
      worst = {difference, i, gradient[i], slope};
  }
  return worst;
}

}  // namespace scpp
