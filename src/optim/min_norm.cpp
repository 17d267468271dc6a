#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "base/decompositions.hpp"
#include "optim/minimise.hpp"

namespace scpp {
namespace {

/// Wolfe's method (1976). The corral is a set of affinely independent columns with positive weights;
/// `weights_` runs along it.
class MinNorm {
 public:
  explicit MinNorm(const ColMatrix& points) : points_(points) {
    Index nearest = 0;
    points.colwise().squaredNorm().minCoeff(&nearest);
    rounding_ = 8 * std::sqrt(static_cast<double>(points.rows())) * std::numeric_limits<double>::epsilon() *
                points.colwise().norm().maxCoeff();
    corral_ = {nearest};
    weights_ = Vector::Ones(1);
    point_ = points.col(nearest);
  }

  HullPoint solve() {
    // Every round lowers the norm strictly, hence meets a new corral, hence there are finitely many rounds.
    while (admit_a_column() && settle()) {
    }
    HullPoint result{point_, Vector::Zero(points_.cols())};
    for (Index k = 0; k < std::ssize(best_corral_); ++k) result.weights[best_corral_[k]] = best_weights_[k];
    return result;
  }

 private:
  /// Adds the column that lies furthest on the origin's side of the plane through x; false if none does.
  bool admit_a_column() {
    best_corral_ = corral_;
    best_weights_ = weights_;
    Index furthest = 0;
    const double reach = (points_.transpose() * point_).minCoeff(&furthest);
    const double norm = point_.norm();
    if (norm <= rounding_ || reach >= norm * norm - rounding_ * norm) return false;
    if (std::find(corral_.begin(), corral_.end(), furthest) != corral_.end()) return false;
    corral_.push_back(furthest);
    weights_.conservativeResize(weights_.size() + 1);
    weights_.tail(1).setZero();
    return true;
  }

  /// Moves to the least point of the corral's affine hull, dropping the columns met on the way out of the
  /// convex hull. False, with the point left as it was, when rounding leaves no gain.
  bool settle() {
    Vector target = affine_weights();
    while (target.minCoeff() <= 0) {
      walk_towards(target);
      target = affine_weights();
    }
    weights_ = target / target.sum();
    Vector next = Vector::Zero(points_.rows());
    for (Index k = 0; k < std::ssize(corral_); ++k) next += weights_[k] * points_.col(corral_[k]);
    if (!(next.squaredNorm() < point_.squaredNorm())) return false;
    point_ = next;
    return true;
  }

  /// Goes from the weights towards the target until the first weight reaches zero, and drops what is zero
  /// there.
  void walk_towards(const Vector& target) {
    double share = 1;
    Index first = 0;
    for (Index k = 0; k < std::ssize(target); ++k) {
      if (target[k] > 0) continue;
      const double reach = weights_[k] > 0 ? weights_[k] / (weights_[k] - target[k]) : 0;
      if (reach <= share) {
        share = reach;
        first = k;
      }
    }
    weights_ += share * (target - weights_);
    weights_[first] = 0;
    drop_zeros();
  }

  void drop_zeros() {
    Index kept = 0;
    for (Index k = 0; k < std::ssize(weights_); ++k) {
      if (weights_[k] <= 0) continue;
      weights_[kept] = weights_[k];
      corral_[kept++] = corral_[k];
    }
    weights_.conservativeResize(kept);
    corral_.resize(kept);
  }

  /// Weights, of any sign, of the least point of the affine hull: least squares on differences, so that
  /// columns which nearly coincide keep their digits; pivoted, so that a dependent column gets weight zero.
  Vector affine_weights() const {
    const Index others = corral_.size() - 1;
    Vector weights = Vector::Ones(1 + others);
    if (others == 0) return weights;
    const auto origin = points_.col(corral_[0]);
    ColMatrix differences(points_.rows(), others);
    for (Index k = 0; k < others; ++k) differences.col(k) = points_.col(corral_[k + 1]) - origin;
    weights.tail(others) = least_squares(differences, -origin);
    weights[0] = 1 - weights.tail(others).sum();
    return weights;
  }

  const ColMatrix& points_;
  double rounding_;  // error of p'x relative to |x|
  std::vector<Index> corral_, best_corral_;
  Vector weights_, best_weights_;
  Vector point_;
};

}  // namespace

HullPoint min_norm_point(const ColMatrix& points) {
  assert(points.cols() > 0 && points.allFinite());
  return MinNorm(points).solve();
}

}  // namespace scpp
