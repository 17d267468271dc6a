#pragma once
// Limited-memory BFGS model of the inverse Hessian, for dimensions where a dense one is too large.
#include "base/types.hpp"

namespace scpp {

/// Keeps the last `memory` pairs (s, y) and applies H by the two-loop recursion, in 4 n memory operations.
class Lbfgs {
 public:
  Lbfgs(Index dimension, Index memory);

  bool fresh() const { return count_ == 0; }
  void reset() { count_ = 0; }
  /// direction = -H gradient
  void direction(const Vector& gradient, Vector& direction);
  /// Skipped unless s'y > 0, so H stays positive definite.
  void update(const Vector& s, const Vector& y);

 private:
  /// Column of the pair that came `age` updates ago, 0 being the latest.
  Index column(Index age) const;

  ColMatrix steps_;    // s, one column per pair, overwritten in a ring
  ColMatrix changes_;  // y
  Vector curvature_;   // s'y
  Vector weight_;      // alpha of the recursion, indexed by age
  double scale_ = 1;   // H0 = scale I
  Index latest_ = 0;
  Index count_ = 0;
};

}  // namespace scpp
