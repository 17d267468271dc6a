#pragma once
// The similarity graph of projected points, its Laplacians, and how far microclusters can move their
// eigenvalues.
#include "base/types.hpp"
#include "scpp/options.hpp"
#include "spectral/pair_kernels.hpp"

namespace scpp {

// The weighted similarity graph of projected points, as a dense matrix.

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

// What the eigensolver asks of a graph Laplacian, however its graph is stored.

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

// Both graph Laplacians in one form, L = f R (D - A) R with R diagonal:
//   normalised (eq. 3):        R = D^-1/2,  f = 1
//   standard   (Lemma 3, N-B): R = n^-1/2,  f = 1 / (total weight), which keeps omega = 1 meaningful.
// The null vector is R^-1 1, and with phi = R u:  u'Lu = f/2 sum_jk A_jk (phi_j - phi_k)^2.

class GraphLaplacian final : public LaplacianOperator {
 public:
  /// Refers to `graph`, which must outlive it.
  GraphLaplacian(const Affinity& graph, Laplacian kind);

  Index count() const override { return graph_.count(); }
  Index stride() const override { return graph_.stride(); }
  double factor() const { return factor_; }
  const Affinity& graph() const { return graph_; }

  void apply(const Eigen::Ref<const Vector>& x, Vector& out) const override;
  ColMatrix dense() const override;
  const Vector& null_vector() const override { return null_vector_; }

  /// phi = R u.
  Vector scaled(const Vector& u) const { return scaling_.cwiseProduct(u); }

  /// u' L v by differences of phi: right to the last digits even when it is 1e-20.
  double form(const Vector& u, const Vector& v) const override;

  /// Largest entry of f R D R, from which f R A R is subtracted: the unit in which rounding is measured. At
  /// least |L| / 2.
  double size() const override { return size_; }

  /// d(u' L v)/dt for unit vectors u, v of one eigenvalue lambda, l x count. For the normalised Laplacian the
  /// degrees in R move too, which adds the terms in lambda (eq. 14 and appendix B).
  RowMatrix derivative(const Vector& u, const Vector& v, double lambda) const;

 private:
  const Affinity& graph_;
  Laplacian kind_;
  double factor_;
  Vector scaling_, diagonal_, null_vector_;
  double size_;
  mutable Vector scratch_;
};

// How far microclusters can move lambda_2 of the standard Laplacian, relatively (Lemma 3 and what follows
// it).

/// Lemma 3, for points t (l x m, after T_Delta) with the radii of their microclusters.
double bound_at_projection(KernelKind kernel, const RowMatrix& t, const Vector& radii, double sigma);

/// The bound over all projections: exp(((r_i+r_j)^2 + 2 (r_i+r_j) diameter) / (2 sigma^2)) - 1 for the
/// Gaussian, exp((r_i+r_j) / sigma) - 1 for the Laplace kernel, at the two largest radii.
double uniform_bound(KernelKind kernel, const Vector& radii, double diameter, double sigma);

}  // namespace scpp
