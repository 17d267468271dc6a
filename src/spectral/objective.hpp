#pragma once
// The function that is minimised, eq. (10): sum of the smallest eigenvalues + omega sum_{i<j} (V_i' V_j)^2.
#include <cstddef>

#include "spectral/projection.hpp"
#include "spectral/state.hpp"

namespace scpp {

struct ObjectiveOptions {
  GraphOptions graph;
  Parametrisation parametrisation = Parametrisation::direct;
  Index dimensions = 2;
  double omega = 1;
  Index eigenvalues = 1;  ///< how many beyond the zero one are added up: 1 is lambda_2, K - 1 the K-way objective
  bool logarithm = false;  ///< log of that sum instead: the same minima, and still a slope when lambda_2 is 1e-30
};

/// omega sum_{i<j} (V_i' V_j)^2, and its derivative by V.
double orthogonality_penalty(double omega, const ColMatrix& v);
ColMatrix orthogonality_gradient(double omega, const ColMatrix& v);

/// Fits the optimiser's NonsmoothObjective. Evaluates a point once: value, gradient and tests share the state.
class SpectralObjective {
 public:
  SpectralObjective(const NodeData& node, const ObjectiveOptions& options);

  Index dimension() const;
  double value(const Vector& theta);
  double value_and_gradient(const Vector& theta, Vector& gradient);

  /// Is the last eigenvalue in the sum simple (relative gap above 1e-5)? If not, the objective may have a kink here.
  bool smooth_at(const Vector& theta);

  /// Where the eigenvalue is repeated with eigenvectors Q: the largest entry of |Q' L_ij Q + P_ij I| over all
  /// parameters ij, P the penalty's gradient. All directional derivatives (eq. 15) vanish exactly when this does.
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
