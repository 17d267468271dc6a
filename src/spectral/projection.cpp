#include "spectral/projection.hpp"

#include <cmath>

namespace scpp {
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
void polar_angles(ConstColumn v, Column theta) {
  const Index last = v.size() - 1;
  const double sign = v[last] < 0 ? -1 : 1;
  double tail = std::abs(v[last]);
  for (Index i = last - 1; i >= 0; --i) {
    theta[i] = std::atan2(tail, sign * v[i]);
    tail = std::hypot(tail, v[i]);
  }
}

/// Eq. (12) transposed, times g. Column k of dV/dtheta is P_k (-sin_k e_k + cos_k w_k), where P_k is the product of
/// the sines before k and w_k = (0.., cos_{k+1}, sin_{k+1} cos_{k+2}, ...) the direction of the later angles.
/// g . w_k follows from g . w_{k+1}: one sweep from the end.
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

Index parameter_count(Parametrisation kind, Index d, Index l) { return (kind == Parametrisation::polar ? d - 1 : d) * l; }

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

}  // namespace scpp
