#pragma once
// Algorithm 1 of the paper: descend as if the function were smooth; where that ends at a kink, sample
// gradients.
#include <utility>

#include "optim/descent.hpp"
#include "optim/gradient_sampling.hpp"

namespace scpp {

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
  const auto stop = [&found](Stop why) {
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
    if (objective.stationarity(found.best.x) < options.tolerance) return stop(Stop::stationary);
    if (found.steps == options.descent.max_steps) return stop(Stop::step_limit);

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
    if (!after_step(std::as_const(found.best), found.steps)) return stop(Stop::stopped_by_caller);
  }
  return stop(Stop::radius_small);  // return theta*
}

}  // namespace scpp
