#pragma once
// Functions whose minima are known.
#include <cmath>
#include <limits>

#include "base/random.hpp"
#include "optim/minimise.hpp"
#include "optim/objective.hpp"

namespace scpp::testing {

inline Vector random_vector(Index size, Random& random) {
  Vector v(size);
  for (double& entry : v) entry = random.normal();
  return v;
}

inline ColMatrix random_matrix(Index rows, Index cols, Random& random) {
  ColMatrix m(rows, cols);
  for (Index j = 0; j < cols; ++j) m.col(j) = random_vector(rows, random);
  return m;
}

/// Supplies value() from value_and_gradient().
template <class Derived>
struct ValueFromGradient {
  double value(const Vector& x) {
    Vector unused(x.size());
    return static_cast<Derived*>(this)->value_and_gradient(x, unused);
  }
};

/// Chained Rosenbrock: minimum 0 at (1, ..., 1).
struct Rosenbrock : ValueFromGradient<Rosenbrock> {
  Index size;
  explicit Rosenbrock(Index n) : size(n) {}
  Index dimension() const { return size; }
  double value_and_gradient(const Vector& x, Vector& g) {
    double f = 0;
    g.setZero(size);
    for (Index i = 0; i + 1 < size; ++i) {
      const double valley = x[i + 1] - x[i] * x[i], along = 1 - x[i];
      f += 100 * valley * valley + along * along;
      g[i] -= 400 * x[i] * valley + 2 * along;
      g[i + 1] += 200 * valley;
    }
    return f;
  }
  bool smooth_at(const Vector&) { return true; }
  double stationarity(const Vector&) { return std::numeric_limits<double>::infinity(); }
};

/// sum_i c_i x_i^2 / 2 with c from 1 to `condition`, evenly spread in the logarithm.
struct Quadratic : ValueFromGradient<Quadratic> {
  Vector coefficients;
  Quadratic(Index n, double condition) : coefficients(n) {
    for (Index i = 0; i < n; ++i)
      coefficients[i] = std::pow(condition, static_cast<double>(i) / static_cast<double>(n - 1));
  }
  Index dimension() const { return coefficients.size(); }
  double value_and_gradient(const Vector& x, Vector& g) {
    g = coefficients.cwiseProduct(x);
    return 0.5 * g.dot(x);
  }
};

/// 1 + max_i a_i'(x - centre), with zero a positive combination of the a_i: minimum 1 at the centre, a kink.
struct MaxOfPlanes : ValueFromGradient<MaxOfPlanes> {
  ColMatrix normals;
  Vector centre;
  bool knows_stationarity = true;
  MaxOfPlanes(Index n, Random& random)
      : normals(random_matrix(n, n + 1, random)), centre(random_vector(n, random)) {
    normals.col(n) = -normals.leftCols(n).rowwise().sum() / static_cast<double>(n);
  }
  Index dimension() const { return centre.size(); }
  Vector heights(const Vector& x) const { return normals.transpose() * (x - centre); }
  double value_and_gradient(const Vector& x, Vector& g) {
    Index top = 0;
    const double height = heights(x).maxCoeff(&top);
    g = normals.col(top);
    return 1 + height;
  }
  /// The planes that touch the maximum to within 1e-5.
  ColMatrix active(const Vector& x) const {
    const Vector h = heights(x);
    ColMatrix found(normals.rows(), 0);
    for (Index i = 0; i < h.size(); ++i) {
      if (h[i] < h.maxCoeff() - 1e-5) continue;
      found.conservativeResize(Eigen::NoChange, found.cols() + 1);
      found.rightCols(1) = normals.col(i);
    }
    return found;
  }
  bool smooth_at(const Vector& x) { return active(x).cols() == 1; }
  double stationarity(const Vector& x) {
    if (!knows_stationarity) return std::numeric_limits<double>::infinity();
    return min_norm_point(active(x)).point.norm();
  }
};

/// The smaller eigenvalue of  [p q; q p]  with p = |x|^2 / 4, that is p - |q|. With q = x_0 there is a ridge
/// at x_0 = 0 and the minima are -1 at x = (+-2, 0, ...). With q = x_0^2 / 8 the minimum is 0 at x = 0, where
/// the eigenvalue is double and every derivative of the matrix vanishes. On the crossing any basis is an
/// eigenbasis; (1, 0) is taken, as a solver does for a diagonal matrix, and the gradient computed from it is
/// that of p alone, which misses the way down.
struct CrossingEigenvalues : ValueFromGradient<CrossingEigenvalues> {
  enum class Kind { ridge, double_minimum } kind;
  Index size;
  CrossingEigenvalues(Kind which, Index n) : kind(which), size(n) {}
  Index dimension() const { return size; }
  double off_diagonal(const Vector& x) const { return kind == Kind::ridge ? x[0] : x[0] * x[0] / 8; }
  double off_diagonal_slope(const Vector& x) const { return kind == Kind::ridge ? 1 : x[0] / 4; }
  double value_and_gradient(const Vector& x, Vector& g) {
    const double q = off_diagonal(x);
    g = x / 2;
    if (q != 0) g[0] -= std::copysign(off_diagonal_slope(x), q);
    return x.squaredNorm() / 4 - std::abs(q);
  }
  bool smooth_at(const Vector& x) { return std::abs(off_diagonal(x)) > 1e-5; }
  /// max |Q' A_i Q| with A_i = [x_i/2, q_i; q_i, x_i/2] and Q the identity
  double stationarity(const Vector& x) {
    return std::max((x / 2).lpNorm<Eigen::Infinity>(), std::abs(off_diagonal_slope(x)));
  }
};

/// sum |x_i|: at zero its computed gradient is (1, ..., 1) though no direction descends.
struct SumOfAbsolutes : ValueFromGradient<SumOfAbsolutes> {
  Index size = 2;
  Index dimension() const { return size; }
  double value_and_gradient(const Vector& x, Vector& g) {
    g = x.unaryExpr([](double t) { return t < 0 ? -1.0 : 1.0; });
    return x.lpNorm<1>();
  }
};

/// x - log x, not a number for x < 0; minimum 1 at 1.
struct LogBarrier : ValueFromGradient<LogBarrier> {
  Index dimension() const { return 1; }
  double value_and_gradient(const Vector& x, Vector& g) {
    g[0] = 1 - 1 / x[0];
    return x[0] - std::log(x[0]);
  }
};

}  // namespace scpp::testing
