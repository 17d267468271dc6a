#pragma once
// Weak Wolfe line search by doubling and bisection (Lewis and Overton 2013, algorithm 2.6). It uses no
// interpolation and asks only that the slope has risen, not that it is near zero, so kinks do not trap it.
#include <cmath>
#include <limits>
#include <utility>

#include "optim/objective.hpp"
#include "optim/options.hpp"

namespace scpp {

enum class LineSearchStop {
  wolfe,          ///< both inequalities hold at the accepted point
  decrease_only,  ///< out of evaluations; the accepted point decreases enough, its slope is still steep
  no_decrease,    ///< no trial decreased enough; `accepted` is the start
  not_descent,    ///< the slope given is not negative; nothing was evaluated
};

struct LineSearchResult {
  LineSearchStop stop;
  Sample accepted;
  double step = 0;
  Index evaluations = 0;

  bool decreased() const { return stop == LineSearchStop::wolfe || stop == LineSearchStop::decrease_only; }
};

/// Searches from `start` along `direction`; `slope` is the slope to be believed at the start (the gradient
/// there may not be) and `first_step` the first t tried.
template <Objective F>
LineSearchResult line_search(F& objective, const Sample& start, const Vector& direction, double slope,
                             double first_step, const LineSearchOptions& options) {
  LineSearchResult result{LineSearchStop::not_descent, start};
  if (!(slope < 0)) return result;
  result.stop = LineSearchStop::no_decrease;

  Sample trial{Vector(start.x.size()), 0, Vector(start.x.size())};
  double high = std::numeric_limits<double>::infinity();
  double step = first_step;
  // Below this even a straight descent would not show in the digits of f.
  const double least_step = std::numeric_limits<double>::epsilon() * std::abs(start.value) / -slope;
  while (result.evaluations < options.max_evaluations && step > least_step) {
    trial.x = start.x + step * direction;
    trial.value = objective.value_and_gradient(trial.x, trial.gradient);
    ++result.evaluations;
    // A trial that is not finite fails here: comparison with NaN is false.
    const bool lower = trial.value < start.value + options.sufficient_decrease * step * slope;
    if (lower && trial.is_finite()) {
      std::swap(result.accepted, trial);
      result.step = step;
      result.stop = LineSearchStop::decrease_only;
      if (result.accepted.gradient.dot(direction) > options.curvature * slope) {
        result.stop = LineSearchStop::wolfe;
        return result;
      }
    } else {
      high = step;
    }
    step = std::isinf(high) ? 2 * step : (result.step + high) / 2;
  }
  return result;
}

}  // namespace scpp
