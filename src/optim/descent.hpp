#pragma once
// Descent as if the function were smooth: a line search, and quasi-Newton steps along it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "optim/minimum.hpp"
#include "optim/objective.hpp"
#include "optim/quasi_newton.hpp"

namespace scpp {

// Weak Wolfe line search by doubling and bisection (Lewis and Overton 2013, algorithm 2.6). It uses no
// interpolation and asks only that the slope has risen, not that it is near zero, so kinks do not trap it.

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

// Quasi-Newton descent: one loop, two models of the inverse Hessian.

template <class M>
concept DescentModel = requires(M& model, const Vector& in, Vector& out) {
  { model.fresh() } -> std::convertible_to<bool>;
  model.reset();
  model.direction(in, out);
  model.update(in, in);
};

inline bool gradient_is_small(const Sample& at, double tolerance) {
  return at.gradient.lpNorm<Eigen::Infinity>() <= tolerance * std::max(1.0, std::abs(at.value));
}

inline bool is_weak_step(double before, double after, double tolerance) {
  return before - after < tolerance * std::max(std::abs(after), std::numeric_limits<double>::min());
}

/// One line search along the model's direction, or along -gradient when rounding has spoilt the model.
template <Objective F, DescentModel M>
LineSearchResult search_along_model(F& objective, M& model, const Sample& from, Vector& direction,
                                    const DescentOptions& options) {
  model.direction(from.gradient, direction);
  if (!(from.gradient.dot(direction) < 0)) {
    model.reset();
    model.direction(from.gradient, direction);
  }
  const double slope = from.gradient.dot(direction);
  const double first_step = model.fresh() ? std::min(1.0, options.first_step / direction.norm()) : 1.0;
  return line_search(objective, from, direction, slope, first_step, options.line_search);
}

template <Objective F, DescentModel M, StepWatcher C>
Minimum descend(F& objective, M model, Sample start, const DescentOptions& options, C&& after_step) {
  Minimum found(std::move(start));
  const auto stop = [&found](StopReason why) {
    found.stop = why;
    return std::move(found);
  };
  if (!found.best.is_finite()) return stop(StopReason::not_finite);
  Vector direction(found.best.x.size());
  Index weak_steps = 0;
  while (true) {
    if (gradient_is_small(found.best, options.gradient_tolerance)) return stop(StopReason::gradient_small);
    if (weak_steps == options.weak_steps) return stop(StopReason::stalled);
    if (found.steps == options.max_steps) return stop(StopReason::step_limit);

    LineSearchResult search = search_along_model(objective, model, found.best, direction, options);
    found.evaluations += search.evaluations;
    if (!search.decreased()) return stop(StopReason::no_decrease);
    model.update(search.accepted.x - found.best.x, search.accepted.gradient - found.best.gradient);
    const bool weak = is_weak_step(found.best.value, search.accepted.value, options.decrease_tolerance);
    weak_steps = weak ? weak_steps + 1 : 0;
    found.accept(std::move(search.accepted));
    if (!after_step(std::as_const(found.best), found.steps)) return stop(StopReason::stopped_by_caller);
  }
}

/// Descends from an evaluated point, as if the objective were smooth. Evaluations exclude the start's own.
template <Objective F, StepWatcher C = KeepGoing>
Minimum minimise_smooth(F& objective, Sample start, const DescentOptions& options, C&& after_step = {}) {
  options.validate();
  const Index dimension = objective.dimension();
  if (dimension <= options.dense_limit)
    return descend(objective, Bfgs(dimension), std::move(start), options, after_step);
  return descend(objective, Lbfgs(dimension, options.memory), std::move(start), options, after_step);
}

}  // namespace scpp
