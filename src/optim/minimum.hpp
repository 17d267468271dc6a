#pragma once
// What a run of the optimiser found, and why it stopped there.
#include <string>
#include <string_view>
#include <vector>

#include "optim/objective.hpp"

namespace scpp {

enum class Stop {
  gradient_small,     ///< the gradient is within its tolerance
  stalled,            ///< several steps in a row gained next to nothing
  no_decrease,        ///< the line search found no lower point
  step_limit,         ///< as many steps as allowed
  stopped_by_caller,  ///< the watcher said so
  not_finite,         ///< value or gradient of the first point is not a number
  stationary,         ///< not smooth there, but no direction descends
  radius_small,       ///< not smooth there, and gradient sampling found no descent down to its last radius
};

/// Has descent come to rest by itself, rather than been cut off?
bool at_rest(Stop stop);
std::string_view name(Stop stop);

struct Minimum {
  Sample best;
  Stop stop = Stop::step_limit;
  Index steps = 0;            ///< accepted steps
  Index evaluations = 0;      ///< calls of value_and_gradient
  Index samplings = 0;        ///< rounds of gradient sampling
  std::vector<double> trace;  ///< the first value, then the value after each step; never increases

  explicit Minimum(Sample start);
  void accept(Sample next);
  /// One sentence with the numbers.
  std::string describe() const;
};

}  // namespace scpp
