#pragma once
#include <cmath>

#include "scpp/sketch.hpp"

namespace scpp {

/// Weights and sums are held as whole numbers of these units, powers of two. No sum can overflow: the weights
/// add up to less than 2^e; transformed columns have variances of at most `columns` (1 when standardised), so
/// that the sum of weight * |x| is at most sqrt(columns) times the weight (Cauchy and Schwarz).
struct SketchUnits {
  explicit SketchUnits(const SketchPlan& plan) {
    const int e = std::ilogb(plan.weight) + 1;
    const int room = std::ilogb(static_cast<double>(plan.transform.mean.size())) / 2 + 2;
    weight = std::ldexp(1.0, e - 62);
    sum = std::ldexp(1.0, e + room - 62);
  }
  double weight, sum;
};

}  // namespace scpp
