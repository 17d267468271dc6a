#include "optim/minimum.hpp"

#include <algorithm>
#include <cassert>
#include <sstream>
#include <utility>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

template <class T>
void require(bool holds, const char* field, T value, const char* rule) {
  if (holds) return;
  std::ostringstream message;
  message << "option " << field << " is " << value << " but must be " << rule;
  throw InvalidArgument(message.str());
}

}  // namespace

void LineSearchOptions::validate() const {
  require(curvature > 0 && curvature < 1, "curvature", curvature, "above 0 and below 1");
  require(sufficient_decrease > 0 && sufficient_decrease < curvature, "sufficient_decrease",
          sufficient_decrease, "above 0 and below curvature");
  require(max_evaluations >= 1, "max_evaluations", max_evaluations, "at least 1");
}

void DescentOptions::validate() const {
  require(max_steps >= 0, "max_steps", max_steps, "at least 0");
  require(gradient_tolerance >= 0, "gradient_tolerance", gradient_tolerance, "at least 0");
  require(decrease_tolerance >= 0, "decrease_tolerance", decrease_tolerance, "at least 0");
  require(weak_steps >= 1, "weak_steps", weak_steps, "at least 1");
  require(first_step > 0, "first_step", first_step, "above 0");
  require(dense_limit >= 0, "dense_limit", dense_limit, "at least 0");
  require(memory >= 1, "memory", memory, "at least 1");
  line_search.validate();
}

void MinimiseOptions::validate() const {
  require(tolerance > 0, "tolerance", tolerance, "above 0");
  require(last_radius > 0, "last_radius", last_radius, "above 0");
  require(first_radius > last_radius, "first_radius", first_radius, "above last_radius");
  require(radius_factor > 0 && radius_factor < 1, "radius_factor", radius_factor, "above 0 and below 1");
  require(samples >= 0, "samples", samples, "at least 0");
  descent.validate();
}

// Burke, Lewis and Overton need n + 1 gradients for their proof and advise 2 n. A t-fold eigenvalue has a
// kink spanned by t (t + 1) / 2 gradients, so a few hundred see every kink that occurs, whatever the
// dimension.
Index MinimiseOptions::sample_count(Index dimension) const {
  constexpr Index most = 256;
  return samples > 0 ? samples : std::min(2 * dimension, most);
}

bool at_rest(StopReason stop) {
  return stop != StopReason::step_limit && stop != StopReason::stopped_by_caller &&
         stop != StopReason::not_finite;
}

Minimum::Minimum(Sample start) : best(std::move(start)), trace{best.value} {}

void Minimum::accept(Sample next) {
  assert(next.is_finite() && next.value <= best.value);
  best = std::move(next);
  trace.push_back(best.value);
  ++steps;
}

std::string Minimum::describe() const {
  std::ostringstream text;
  text << "stopped because " << sentence(stop) << ": value " << best.value << " (from " << trace.front()
       << "), largest gradient entry " << best.gradient.lpNorm<Eigen::Infinity>() << ", " << steps
       << " steps, " << evaluations << " evaluations, " << samplings << " gradient samplings";
  return text.str();
}

}  // namespace scpp
