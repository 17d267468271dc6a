#pragma once
// Models of the inverse Hessian.
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// BFGS. Keeps H as what was added to the scaled identity, two vectors an update: with k updates a product H
/// v costs 4 k n multiplications and not n^2, and descents are shorter than n / 2 steps.
class Bfgs {
 public:
  explicit Bfgs(Index dimension) : dimension_(dimension) {}

  /// Nothing learnt yet: the direction is -gradient, whose length means nothing.
  bool fresh() const { return added_.empty(); }
  void reset();
  /// direction = -H gradient
  void direction(const Vector& gradient, Vector& direction) const;
  /// Learns from x moving by s while the gradient moves by y. Skipped unless s'y > 0, so H stays positive
  /// definite.
  void update(const Vector& s, const Vector& y);

 private:
  Vector times(const Vector& v) const;  // H v

  Index dimension_;
  double scale_ = 1;
  std::vector<double> added_;  // s, z, s, z, ...: H = scale I + sum of s z' + z s'
};

/// Limited-memory BFGS, for dimensions where a dense model is too large. Keeps the last `memory` pairs (s, y)
/// and applies H by the two-loop recursion, in 4 n memory operations.
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
