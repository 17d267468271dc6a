#pragma once
// What the optimiser asks of a function, and one evaluated point of it.
#include <cmath>
#include <concepts>
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

}  // namespace scpp
