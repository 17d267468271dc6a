#pragma once
// DRSC's function of one direction while all else is held: f(w) = sum_jk (u_j . u_k) / sqrt(d_j d_k)
// exp(-|W'(x_j - x_k)|^2 / (2 sigma^2)), degrees fixed (Niu, Dy and Jordan, section 3).
#include "base/types.hpp"

namespace scpp {

class DrscObjective {
 public:
  /// `embedding` is U with row j divided by sqrt(d_j). Refers to `rows`.
  DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma);

  struct Value {
    double value;
    Vector gradient;  ///< with respect to the chosen column of W
  };
  Value at(const ColMatrix& directions, Index column) const;

 private:
  const RowMatrix& rows_;
  RowMatrix embedding_;  // K x stride
  double sigma_;
};

}  // namespace scpp
