#pragma once
// Does value_and_gradient agree with value?
#include <algorithm>
#include <cmath>
#include <limits>

#include "optim/objective.hpp"

namespace scpp {

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
