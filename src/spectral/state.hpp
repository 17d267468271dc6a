#pragma once
// One evaluation in the order of the data: project, pull in far points, weigh, solve. Everything that the method asks
// of a projection (value, gradient, sides, eigengap) is read from one evaluated state.
#include <optional>

#include "base/types.hpp"
#include "scpp/options.hpp"
#include "spectral/affinity.hpp"
#include "spectral/eigenpairs.hpp"
#include "spectral/laplacian.hpp"
#include "spectral/projected_rows.hpp"

namespace scpp {

struct GraphOptions {
  Laplacian laplacian = Laplacian::normalised;
  KernelKind kernel = KernelKind::gaussian;
  double sigma = 1, beta = 5, delta = 0.01;
  double eigen_share = 0;  ///< how far eigenpairs may be off, see next_eigenpair; 0 is as good as rounding allows
};

class SpectralState {
 public:
  /// Refers to `node`, which must outlive it.
  SpectralState(const NodeData& node, const GraphOptions& options, Index dimensions);

  /// Projects with V (d x l, unit columns) and solves for the `pairs` smallest eigenpairs beyond the null one.
  void evaluate(const ColMatrix& v, Index pairs);

  /// Solves again for the pairs there are, as well as rounding allows; from now on every pair is.
  void refine() { pairs_.refine(*laplacian_); }

  const ColMatrix& directions() const { return rows_.directions(); }
  const RowMatrix& points() const { return rows_.points(); }  ///< l x m, after T_Delta
  const Vector& spread() const { return rows_.spread(); }
  const GraphLaplacian& laplacian() const { return *laplacian_; }

  /// Eigenpair number i beyond the null one: pair(0) is (lambda_2, u).
  const Eigenpair& pair(Index i) const { return pairs_[i]; }
  Index pairs() const { return pairs_.size(); }

  /// Solves for one more pair and gives it; nullptr when there is none (the graph has too few nodes).
  const Eigenpair* extend() { return pairs_.extend(*laplacian_); }

  /// d(u_i' L u_j)/dV for the eigenpairs i and j of (nearly) one eigenvalue, d x l (appendix B, mended).
  ColMatrix derivative(Index i, Index j) const;

  /// Weight of the side of the nodes where the second eigenvector is negative or positive, the smaller of both.
  double smaller_side() const;

 private:
  Laplacian kind_;
  ProjectedRows rows_;
  Affinity affinity_;
  std::optional<GraphLaplacian> laplacian_;
  EigenpairList pairs_;
};

}  // namespace scpp
