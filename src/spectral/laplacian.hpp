#pragma once
// Both graph Laplacians in one form, L = f R (D - A) R with R diagonal:
//   normalised (eq. 3):        R = D^-1/2,  f = 1
//   standard   (Lemma 3, N-B): R = n^-1/2,  f = 1 / (total weight), which keeps omega = 1 meaningful.
// The null vector is R^-1 1, and with phi = R u:  u'Lu = f/2 sum_jk A_jk (phi_j - phi_k)^2.
#include "base/types.hpp"
#include "scpp/options.hpp"
#include "spectral/affinity.hpp"
#include "spectral/laplacian_operator.hpp"

namespace scpp {

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

  /// Largest entry of f R D R, from which f R A R is subtracted: the unit in which rounding is measured. At least |L| / 2.
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

}  // namespace scpp
