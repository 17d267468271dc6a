#include "optim/minimum.hpp"

#include <sstream>
#include <utility>

namespace scpp {

bool at_rest(Stop stop) {
  return stop != Stop::step_limit && stop != Stop::stopped_by_caller && stop != Stop::not_finite;
}

std::string_view name(Stop stop) {
  switch (stop) {
    case Stop::gradient_small:
      return "the gradient is small";
    case Stop::stalled:
      return "the last steps gained next to nothing";
    case Stop::no_decrease:
      return "the line search found no lower point";
    case Stop::step_limit:
      return "the step limit was reached";
    case Stop::stopped_by_caller:
      return "the caller stopped it";
    case Stop::not_finite:
      return "the first value or gradient is not finite";
    case Stop::stationary:
      return "the point is not smooth but no direction descends";
    case Stop::radius_small:
      return "gradient sampling found no descent down to its last radius";
  }
  return "unknown";
}

Minimum::Minimum(Sample start) : best(std::move(start)), trace{best.value} {}

void Minimum::accept(Sample next) {
  best = std::move(next);
  trace.push_back(best.value);
  ++steps;
}

std::string Minimum::describe() const {
  std::ostringstream sentence;
  sentence << "stopped because " << name(stop) << ": value " << best.value << " (from " << trace.front()
           << "), largest gradient entry " << best.gradient.lpNorm<Eigen::Infinity>() << ", " << steps
           << " steps, " << evaluations << " evaluations, " << samplings << " gradient samplings";
  return sentence.str();
}

}  // namespace scpp
