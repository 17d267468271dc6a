#pragma once
// What the eigensolver asks of a graph Laplacian, however its graph is stored.
#include "base/types.hpp"

namespace scpp {

/// A symmetric positive semidefinite matrix L with one known null vector. Vectors are padded to `stride` with
/// 0.
class LaplacianOperator {
 public:
  virtual ~LaplacianOperator() = default;

  virtual Index count() const = 0;
  virtual Index stride() const = 0;

  /// out = L x (padding stays 0).
  virtual void apply(const Eigen::Ref<const Vector>& x, Vector& out) const = 0;

  /// L as a matrix, count x count.
  virtual ColMatrix dense() const = 0;

  /// The unit eigenvector of eigenvalue 0.
  virtual const Vector& null_vector() const = 0;

  /// u' L v.
  virtual double form(const Vector& u, const Vector& v) const = 0;

  /// The unit in which rounding is measured; at least |L| / 2.
  virtual double size() const = 0;
};

}  // namespace scpp
