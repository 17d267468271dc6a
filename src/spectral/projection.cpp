#include "spectral/projection.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {

// ---- V(theta)

namespace {

using ConstColumn = Eigen::Ref<const Vector>;
using Column = Eigen::Ref<Vector>;

/// Eq. (8): v_i = cos(theta_i) prod_{k<i} sin(theta_k), v_d = prod_k sin(theta_k).
void polar_direction(const ConstColumn& theta, Column v) {
  double sines = 1;
  for (Index i = 0; i < std::ssize(theta); ++i) {
    v[i] = std::cos(theta[i]) * sines;
    sines *= std::sin(theta[i]);
  }
  v[theta.size()] = sines;
}

/// theta_i = atan2(|(v_{i+1}, ..., v_d)|, v_i), from the end backwards.
void polar_angles(const ConstColumn& v, Column theta) {
  const Index last = v.size() - 1;
  const double sign = v[last] < 0 ? -1 : 1;
  double tail = std::abs(v[last]);
  for (Index i = last - 1; i >= 0; --i) {
    theta[i] = std::atan2(tail, sign * v[i]);
    tail = std::hypot(tail, v[i]);
  }
}

/// Eq. (12) transposed, times g. Column k of dV/dtheta is P_k (-sin_k e_k + cos_k w_k), where P_k is the
/// product of the sines before k and w_k = (0.., cos_{k+1}, sin_{k+1} cos_{k+2}, ...) the direction of the
/// later angles. g . w_k follows from g . w_{k+1}: one sweep from the end.
void polar_chain(const ConstColumn& theta, const ConstColumn& g, Column out) {
  const Index angles = theta.size();
  double later = g[angles];
  for (Index k = angles - 1; k >= 0; --k) {
    const double c = std::cos(theta[k]), s = std::sin(theta[k]);
    out[k] = -s * g[k] + c * later;
    later = c * g[k] + s * later;
  }
  double sines = 1;
  for (Index k = 0; k < angles; ++k) {
    out[k] *= sines;
    sines *= std::sin(theta[k]);
  }
}

Eigen::Map<const ColMatrix> columns_of(const Vector& theta, Index count) {
  return {theta.data(), theta.size() / count, count};
}

}  // namespace

Index parameter_count(Parametrisation kind, Index d, Index l) {
  return (kind == Parametrisation::polar ? d - 1 : d) * l;
}

Vector parameters_of(Parametrisation kind, const ColMatrix& directions) {
  Vector theta(parameter_count(kind, directions.rows(), directions.cols()));
  Eigen::Map<ColMatrix> columns(theta.data(), theta.size() / directions.cols(), directions.cols());
  for (Index i = 0; i < directions.cols(); ++i) {
    if (kind == Parametrisation::polar)
      polar_angles(directions.col(i), columns.col(i));
    else
      columns.col(i) = directions.col(i).normalized();
  }
  return theta;
}

ColMatrix directions_at(Parametrisation kind, const Vector& theta, Index d, Index l) {
  const auto columns = columns_of(theta, l);
  ColMatrix v(d, l);
  for (Index i = 0; i < l; ++i) {
    if (kind == Parametrisation::polar)
      polar_direction(columns.col(i), v.col(i));
    else
      v.col(i) = columns.col(i).normalized();
  }
  return v;
}

Vector chain_to_parameters(Parametrisation kind, const Vector& theta, const ColMatrix& gradient_v) {
  const auto columns = columns_of(theta, gradient_v.cols());
  Vector gradient(theta.size());
  Eigen::Map<ColMatrix> out(gradient.data(), columns.rows(), columns.cols());
  for (Index i = 0; i < gradient_v.cols(); ++i) {
    if (kind == Parametrisation::polar) {
      polar_chain(columns.col(i), gradient_v.col(i), out.col(i));
    } else {  // v = w / |w|:  D_w = (g - v (v.g)) / |w|
      const double length = columns.col(i).norm();
      const Vector v = columns.col(i) / length;
      out.col(i) = (gradient_v.col(i) - v * v.dot(gradient_v.col(i))) / length;
    }
  }
  return gradient;
}

// ---- T_Delta

Squash::Squash(double delta)
    : delta_(delta), c1_(std::pow(delta * (1 - delta), 1 / delta)), c2_(delta * std::pow(c1_, 1 - delta)) {}

Squash::Value Squash::outside(double z, double b) const {
  const double beyond = std::abs(z) - b;
  // Appendix A: t = b + delta (z - b + c1)^(1-delta) - c2 above the border, mirrored below it.
  const double power = std::pow(beyond + c1_, -delta_);
  const double t = b + delta_ * (beyond + c1_) * power - c2_;
  const double slope = delta_ * (1 - delta_) * power;  // kappa of the notes; 1 at the border
  return z > 0 ? Value{t, slope, 1 - slope} : Value{-t, slope, slope - 1};
}

// ---- points and their derivatives

namespace {

constexpr Index projected_block = 512;  // stays in the second-level cache from one direction to the next

}  // namespace

ProjectedRows::ProjectedRows(const NodeData& node, double beta, double delta, Index dimensions)
    : node_(node),
      beta_(beta),
      squash_(delta),
      covariance_v_(node.centres.cols(), dimensions),
      spread_(dimensions),
      t_(dimensions, node.centres.rows()),
      slope_(t_.rows(), t_.cols()),
      per_bound_(t_.rows(), t_.cols()) {
  assert(node.weights.size() == node.centres.rows() && (node.weights.array() > 0).all());
  assert(node.covariance.rows() == node.centres.cols() &&
         node.covariance.isApprox(node.covariance.transpose()));
}

void ProjectedRows::project(const ColMatrix& v) {
  const Index m = node_.centres.rows(), d = node_.centres.cols();
  assert(v.rows() == d && v.cols() == t_.rows());
  v_ = v;
  for (Index i = 0; i < v.cols(); ++i) {
    dot_rows(node_.covariance.data(), d, d, d, v.col(i).data(), covariance_v_.col(i).data());
    spread_[i] = std::sqrt(std::max(0.0, dot(v.col(i).data(), covariance_v_.col(i).data(), d)));  // s_i
  }
  parallel_blocks(m, projected_block, [&](Index begin, Index end) {
    for (Index i = 0; i < v.cols(); ++i) {
      double* t = t_.row(i).data();
      dot_rows(node_.centres.row(begin).data(), d, end - begin, d, v.col(i).data(), t + begin);  // P = C V
      for (Index j = begin; j < end; ++j) {
        const Squash::Value squashed = squash_(t[j], beta_ * spread_[i]);
        t[j] = squashed.t;
        slope_(i, j) = squashed.slope;
        per_bound_(i, j) = squashed.per_bound;
      }
    }
  });
}

ColMatrix ProjectedRows::pull_back(const RowMatrix& by_point) const {
  const Index m = node_.centres.rows(), d = node_.centres.cols(),
              blocks = (m + projected_block - 1) / projected_block;
  // dT_ij/dV_i = kappa_j c_j + (dT_ij/db) (beta / s_i) Sigma V_i   (appendix B as mended in docs/method.md)
  const RowMatrix through_slope = by_point.cwiseProduct(slope_);
  ColMatrix parts = ColMatrix::Zero(d, blocks * v_.cols());
  parallel_blocks(m, projected_block, [&](Index begin, Index end) {
    for (Index i = 0; i < v_.cols(); ++i)
      add_weighted_rows(node_.centres.row(begin).data(), d, end - begin, d,
                        through_slope.row(i).data() + begin,
                        parts.col(begin / projected_block * v_.cols() + i).data());
  });
  ColMatrix gradient = parts.leftCols(v_.cols());
  for (Index block = 1; block < blocks; ++block) gradient += parts.middleCols(block * v_.cols(), v_.cols());
  for (Index i = 0; i < v_.cols(); ++i)
    if (spread_[i] > 0)
      gradient.col(i) += by_point.row(i).dot(per_bound_.row(i)) * beta_ / spread_[i] * covariance_v_.col(i);
  return gradient;
}

}  // namespace scpp
