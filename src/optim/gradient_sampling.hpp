#pragma once
// One step of gradient sampling (Burke, Lewis and Overton 2005), as Algorithm 1 uses it.
#include <cmath>
#include <limits>
#include <utility>

#include "base/random.hpp"
#include "optim/line_search.hpp"
#include "optim/min_norm.hpp"

namespace scpp {

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

}  // namespace scpp
