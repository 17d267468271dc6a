#pragma once
// The function that is minimised, and the evaluated state that it reads everything from.
#include <cstddef>
#include <optional>

#include "base/types.hpp"
#include "scpp/options.hpp"
#include "spectral/eigenpairs.hpp"
#include "spectral/laplacian.hpp"
#include "spectral/projection.hpp"

namespace scpp {

// One evaluation in the order of the data: project, pull in far points, weigh, solve. Everything that the
// method asks of a projection (value, gradient, sides, eigengap) is read from one evaluated state.

struct GraphOptions {
  Laplacian laplacian = Laplacian::normalised;
  KernelKind kernel = KernelKind::gaussian;
  double sigma = 1, beta = 5, delta = 0.01;
  double eigen_share =
      0;  ///< how far eigenpairs may be off, see next_eigenpair; 0 is as good as rounding allows
};

class SpectralState {
 public:
  /// Refers to `node`, which must outlive it.
  SpectralState(const NodeData& node, const GraphOptions& options, Index dimensions);

  /// Projects with V (d x l, unit columns) and solves for the `pairs` smallest eigenpairs beyond the null
  /// one.
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

  /// Weight of the side of the nodes where the second eigenvector is negative or positive, the smaller of
  /// both.
  double smaller_side() const;

 private:
  Laplacian kind_;
  ProjectedRows rows_;
  Affinity affinity_;
  std::optional<GraphLaplacian> laplacian_;
  EigenpairList pairs_;
};

// The function that is minimised, eq. (10): sum of the smallest eigenvalues + omega sum_{i<j} (V_i' V_j)^2.

struct ObjectiveOptions {
  GraphOptions graph;
  Parametrisation parametrisation = Parametrisation::direct;
  Index dimensions = 2;
  double omega = 1;
  Index eigenvalues =
      1;  ///< how many beyond the zero one are added up: 1 is lambda_2, K - 1 the K-way objective
  bool logarithm =
      false;  ///< log of that sum instead: the same minima, and still a slope when lambda_2 is 1e-30
};

/// omega sum_{i<j} (V_i' V_j)^2, and its derivative by V.
double orthogonality_penalty(double omega, const ColMatrix& v);
ColMatrix orthogonality_gradient(double omega, const ColMatrix& v);

/// Fits the optimiser's NonsmoothObjective. Evaluates a point once: value, gradient and tests share the
/// state.
class SpectralObjective {
 public:
  SpectralObjective(const NodeData& node, const ObjectiveOptions& options);

  Index dimension() const;
  double value(const Vector& theta);
  double value_and_gradient(const Vector& theta, Vector& gradient);

  /// Is the last eigenvalue in the sum simple (relative gap above 1e-5)? If not, the objective may have a
  /// kink here.
  bool smooth_at(const Vector& theta);

  /// Where the eigenvalue is repeated with eigenvectors Q: the largest entry of |Q' L_ij Q + P_ij I| over all
  /// parameters ij, P the penalty's gradient. All directional derivatives (eq. 15) vanish exactly when this
  /// does.
  double stationarity(const Vector& theta);

  const SpectralState& state_at(const Vector& theta);

  Index evaluations() const { return evaluations_; }

 private:
  void evaluate(const Vector& theta);
  double eigenvalue_sum() const;
  /// Derivative of the eigenvalue part of the objective by the eigenvalue sum.
  double outer_slope() const;
  bool is_repeated(double below, double above) const;

  ObjectiveOptions options_;
  Index columns_;
  SpectralState state_;
  Vector theta_;  // where state_ was evaluated
  Index evaluations_ = 0;
};

}  // namespace scpp
