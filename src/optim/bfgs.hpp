#pragma once
// Dense BFGS model of the inverse Hessian.
#include "base/types.hpp"

namespace scpp {

/// Keeps the lower triangle of H. A step costs two products H v and one symmetric rank-2 update, in place.
class Bfgs {
 public:
  explicit Bfgs(Index dimension);

  /// Nothing learnt yet: the direction is -gradient, whose length means nothing.
  bool fresh() const { return fresh_; }
  void reset();
  /// direction = -H gradient
  void direction(const Vector& gradient, Vector& direction) const;
  /// Learns from x moving by s while the gradient moves by y. Skipped unless s'y > 0, so H stays positive
  /// definite.
  void update(const Vector& s, const Vector& y);

 private:
  ColMatrix inverse_hessian_;
  Vector image_;  // H y, then the second vector of the update
  bool fresh_ = true;
};

}  // namespace scpp
