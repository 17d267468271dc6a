#pragma once
// The minimum of a function with kinks.
#include <cmath>
#include <limits>
#include <utility>

#include "base/random.hpp"
#include "base/types.hpp"
#include "optim/descent.hpp"

namespace scpp {

// The point of least norm in a convex hull.

struct HullPoint {
  Vector point;    ///< points * weights
  Vector weights;  ///< >= 0, sum 1
};

/// The point x of least Euclidean norm in the convex hull of the columns of `points` (at least one, finite).
/// It is the one with p'x >= |x|^2 for every column p.
HullPoint min_norm_point(const ColMatrix& points);

// One step of gradient sampling (Burke, Lewis and Overton 2005), as Algorithm 1 uses it.

/// Uniform in the ball: a direction from normal deviates, a length with density r^(n-1).
inline Vector uniform_in_ball(const Vector& centre, double radius, Random& random) {
  Vector offset(centre.size());
  for (double& coordinate : offset) coordinate = random.normal();
  const double length = std::pow(random.uniform(), 1.0 / static_cast<double>(offset.size()));
  return centre + radius * length * offset.normalized();
}

/// The gradients seen in a ball, and the lowest point met on the way.
struct GradientCloud {
  ColMatrix gradients;  ///< one column per finite sample
  Sample lowest;
  Index evaluations = 0;
};

template <Objective F>
GradientCloud sample_gradients(F& objective, const Vector& centre, double radius, Index count,
                               Random& random) {
  GradientCloud cloud{ColMatrix(centre.size(), count), Sample{}, count};
  cloud.lowest.value = std::numeric_limits<double>::infinity();
  Index finite = 0;
  for (Index i = 0; i < count; ++i) {
    Sample sample = evaluate(objective, uniform_in_ball(centre, radius, random));
    if (!sample.is_finite()) continue;
    cloud.gradients.col(finite++) = sample.gradient;
    if (sample.value < cloud.lowest.value) cloud.lowest = std::move(sample);
  }
  cloud.gradients.conservativeResize(Eigen::NoChange, finite);
  return cloud;
}

struct SamplingStep {
  bool moved = false;
  Sample accepted;  ///< meaningful when moved
  Index evaluations = 0;
};

/// Steps along the least element of the hull of the gradients near `from`; not moved means: shrink the
/// radius. The gradient at `from` is left out of the hull, as in the paper: this is called where it is not
/// trusted.
template <Objective F>
SamplingStep sampling_step(F& objective, const Sample& from, double radius, double tolerance, Index count,
                           const LineSearchOptions& options, Random& random) {
  GradientCloud cloud = sample_gradients(objective, from.x, radius, count, random);
  SamplingStep step{false, Sample{}, cloud.evaluations};
  if (cloud.gradients.cols() == 0) return step;

  const Vector least = min_norm_point(cloud.gradients).point;
  const double norm = least.norm();
  if (norm >= tolerance) {
    // By minimality g'least >= norm^2 for every sampled g, so -norm^2 is a slope all of them promise. They
    // describe the ball, so the first trial goes to its rim.
    LineSearchResult search = line_search(objective, from, -least, -norm * norm, radius / norm, options);
    step.evaluations += search.evaluations;
    step.moved = search.decreased();
    step.accepted = std::move(search.accepted);
  }
  // Beyond the paper: on a ridge, where the function is the smaller of two crossing ones, the hull holds zero
  // at a maximum too, and shrinking would certify it. A sample that descends at the slope asked of a line
  // search shows that this is no minimum, and is already paid for.
  const double enough = options.sufficient_decrease * tolerance * radius;
  if (!step.moved && cloud.lowest.value < from.value - enough) {
    step.moved = true;
    step.accepted = std::move(cloud.lowest);
  }
  return step;
}

// Algorithm 1 of the paper: descend as if the function were smooth; where that ends at a kink, sample
// gradients.

/// Adds a further descent, which began at `found.best`, to the record.
inline void append(Minimum& found, Minimum further) {
  found.trace.insert(found.trace.end(), further.trace.begin() + 1, further.trace.end());
  found.steps += further.steps;
  found.evaluations += further.evaluations;
  found.stop = further.stop;
  found.best = std::move(further.best);
}

/// Each round accepts a step (of which `descent.max_steps` are allowed) or shrinks the radius, so it ends.
/// Where the result is smooth, `stop` is the reason of the last descent.
template <NonsmoothObjective F, StepWatcher C = KeepGoing>
Minimum minimise(F& objective, const Vector& start, const MinimiseOptions& options, Random random,
                 C&& after_step = {}) {
  options.validate();
  const Index samples = options.sample_count(objective.dimension());

  Minimum found(evaluate(objective, start));  // theta* <- theta_0
  found.evaluations = 1;
  const auto stop = [&found](StopReason why) {
    found.stop = why;
    return std::move(found);
  };
  double radius = options.first_radius;   // epsilon <- epsilon_0
  while (radius > options.last_radius) {  // while epsilon > epsilon_f
    // apply standard gradient descent to convergence: theta* <- GradientDescentSolution(theta*)
    DescentOptions rest = options.descent;
    rest.max_steps -= found.steps;
    const auto watch = [&, before = found.steps](const Sample& at, Index step) {
      return static_cast<bool>(after_step(at, before + step));
    };
    append(found, minimise_smooth(objective, found.best, rest, watch));
    if (!at_rest(found.stop)) return found;

    // check for optimality: if lambda_2 is simple or max |Q' L_ij Q| < tau return theta*
    if (objective.smooth_at(found.best.x)) return found;
    if (objective.stationarity(found.best.x) < options.tolerance) return stop(StopReason::stationary);
    if (found.steps == options.descent.max_steps) return stop(StopReason::step_limit);

    // theta_i ~ U(ball of radius epsilon), Gamma_i the gradients there, Gamma_s the least of their hull
    SamplingStep step = sampling_step(objective, found.best, radius, options.tolerance, samples,
                                      options.descent.line_search, random);
    ++found.samplings;
    found.evaluations += step.evaluations;
    if (!step.moved) {
      radius *= options.radius_factor;  // if |Gamma_s| < tau: epsilon <- eta epsilon
      continue;
    }
    found.accept(std::move(step.accepted));  // else theta* <- theta* - nu* Gamma_s
    if (!after_step(std::as_const(found.best), found.steps)) return stop(StopReason::stopped_by_caller);
  }
  return stop(StopReason::radius_small);  // return theta*
}

}  // namespace scpp
