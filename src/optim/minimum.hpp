#pragma once
// What is asked of a run of the optimiser, and what it found.
#include <string>
#include <vector>

#include "base/types.hpp"
#include "optim/objective.hpp"
#include "scpp/outcome.hpp"

namespace scpp {

// Every setting of the optimiser, nested as its loops nest. `validate()` throws InvalidArgument.

/// The two inequalities a step t along d must meet, with s < 0 the slope at t = 0.
struct LineSearchOptions {
  double sufficient_decrease = 1e-4;  ///< c1: f(x + t d) < f(x) + c1 t s;   0 < c1 < c2
  double curvature = 0.9;             ///< c2: f'(x + t d; d) > c2 s;        c1 < c2 < 1
  Index max_evaluations = 30;         ///< >= 1; 30 halvings reach t = 1e-9, below which x hardly moves

  void validate() const;
};

struct DescentOptions {
  Index max_steps = 100;  ///< >= 0; accepted steps
  /// >= 0; stop when max|g| <= tolerance * max(1, |f|): with coordinates of order one, moving any of them
  /// changes f by less than this share of f (or this much, when f is below one).
  double gradient_tolerance = 1e-6;
  /// >= 0, 0 switches it off; a step is weak when it lowers f by less than this share of |f|. A sequence that
  /// converges linearly with ratio 1/2 or better has then no more than this share left to gain.
  double decrease_tolerance = 1e-9;
  Index weak_steps = 3;   ///< >= 1; this many weak steps in a row stop the run: one alone may be a bad search
  double first_step = 1;  ///< > 0; bound on the length |x1 - x0| of the first trial, made along -g unscaled
  Index dense_limit = 500;  ///< >= 0; up to this dimension a dense inverse Hessian (n^2 numbers), else L-BFGS
  Index memory = 10;        ///< >= 1; pairs kept by L-BFGS
  LineSearchOptions line_search{};

  void validate() const;
};

/// The inputs of Algorithm 1. The paper's letters: tau, epsilon_0, epsilon_f, eta, n_g.
struct MinimiseOptions {
  double tolerance = 1e-6;     ///< tau > 0; on stationarity and on the norm of the sampled direction
  double first_radius = 0.1;   ///< epsilon_0 > epsilon_f; a tenth of coordinates of order one
  double last_radius = 1e-6;   ///< epsilon_f > 0
  double radius_factor = 0.1;  ///< eta, 0 < eta < 1
  Index samples = 0;           ///< n_g >= 0; 0 means `sample_count(dimension)`
  DescentOptions descent{};    ///< its max_steps bounds the steps of the whole run

  void validate() const;
  Index sample_count(Index dimension) const;
};

// What a run of the optimiser found, and why it stopped there.

/// Has descent come to rest by itself, rather than been cut off?
bool at_rest(StopReason stop);

struct Minimum {
  Sample best;
  StopReason stop = StopReason::step_limit;
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
