#pragma once
// The weighted similarity graph of projected points, as a dense matrix.
#include "base/aligned.hpp"
#include "base/types.hpp"
#include "scpp/options.hpp"
#include "spectral/pair_kernels.hpp"

namespace scpp {

/// Rows padded to a multiple of 8 entries: see PointsView.
inline Index padded(Index count) { return (count + block_side - 1) / block_side * block_side; }

class Affinity {
 public:
  Affinity(KernelKind kernel, double sigma, const Vector& weights, Index dimensions);

  /// A_jk = n_j n_k k(|t_j - t_k| / sigma) and the degrees, for points t (l x count, one row a coordinate).
  void set_points(const RowMatrix& t);

  Index count() const { return count_; }
  Index stride() const { return stride_; }
  double sigma() const { return sigma_; }
  const Vector& weights() const { return weights_; }  ///< padded
  const Vector& degrees() const { return degrees_; }  ///< padded with 0
  double total_weight() const { return total_weight_; }
  double operator()(Index j, Index k) const;

  /// out = A x, padded vectors.
  void multiply(const Vector& x, Vector& out) const;

  /// 1/2 sum A_jk (phi_j - phi_k)(psi_j - psi_k).
  double quadratic_form(const Vector& phi, const Vector& psi) const;

  /// l x count: sum_j dA_kj/dt_k [ (phi_k - phi_j)(psi_k - psi_j) - nu (phi_k psi_k + phi_j psi_j) ].
  RowMatrix derivative(const Vector& phi, const Vector& psi, double nu) const;

 private:
  PointsView points() const;

  KernelKind kernel_;
  double sigma_;
  Index count_, stride_;
  Vector weights_, degrees_;
  double total_weight_;
  RowMatrix coordinates_;         // l x stride, in units of sigma
  AlignedVector<double> values_;  // blocks on and above the diagonal, see PairKernels
};

}  // namespace scpp
