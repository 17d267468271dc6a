#pragma once
// DRSC's function of one direction w while all else is held: f(w) = sum_jk h_jk exp(-(w'(x_j - x_k))^2 / (2
// sigma^2)) with h_jk = (u_j . u_k) / sqrt(d_j d_k) exp(-|W'(x_j - x_k)|^2 / (2 sigma^2)) over the other
// directions W, and the degrees fixed (Niu, Dy and Jordan, section 3).
#include <vector>

#include "base/types.hpp"

namespace scpp {

class DrscObjective {
 public:
  /// `embedding` is U with row j divided by sqrt(d_j). Refers to `rows`. Holds all columns but `column`.
  DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma, const ColMatrix& directions,
                Index column);

  struct Value {
    double value;
    Vector gradient;
  };
  Value at(const Vector& direction) const;

 private:
  const RowMatrix& rows_;
  double sigma_;
  Index stride_;
  std::vector<float> held_;  // h_jk for k > j, count x stride
};

}  // namespace scpp
