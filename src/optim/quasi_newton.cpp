#include "optim/quasi_newton.hpp"

#include <algorithm>
#include <utility>

#include "base/multiply.hpp"

namespace scpp {

void Bfgs::reset() {
  scale_ = 1;
  added_.clear();
}

Vector Bfgs::times(const Vector& v) const {
  Vector image = scale_ * v;
  const Index rows = added_.size() / std::max<Index>(dimension_, 1);
  std::vector<double> weights(rows);
  dot_rows(added_.data(), dimension_, rows, dimension_, v.data(), weights.data());
  for (Index i = 0; i < std::ssize(weights); i += 2)
    std::swap(weights[i], weights[i + 1]);  // s meets z'v, z meets s'v
  add_weighted_rows(added_.data(), dimension_, rows, dimension_, weights.data(), image.data());
  return image;
}

void Bfgs::direction(const Vector& gradient, Vector& direction) const { direction = -times(gradient); }

void Bfgs::update(const Vector& s, const Vector& y) {
  const double curvature = s.dot(y);
  if (!(curvature > 0)) return;
  // Before the first update the identity takes the scale of the function just met.
  if (fresh()) scale_ = curvature / y.squaredNorm();

  // H+ = (I - rho s y') H (I - rho y s') + rho s s'  with rho = 1 / s'y, which is  H + s z' + z s'
  // with z = rho ( (1 + rho y'Hy) / 2 s - Hy ).
  const double rho = 1 / curvature;
  const Vector image = times(y);
  const Vector z = rho * (0.5 * (1 + rho * y.dot(image)) * s - image);
  added_.insert(added_.end(), s.begin(), s.end());
  added_.insert(added_.end(), z.begin(), z.end());
}

Lbfgs::Lbfgs(Index dimension, Index memory)
    : steps_(dimension, memory), changes_(dimension, memory), curvature_(memory), weight_(memory) {}

Index Lbfgs::column(Index age) const { return (latest_ - age + steps_.cols()) % steps_.cols(); }

void Lbfgs::direction(const Vector& gradient, Vector& direction) {
  direction = -gradient;
  for (Index age = 0; age < count_; ++age) {
    const Index k = column(age);
    weight_[age] = steps_.col(k).dot(direction) / curvature_[k];
    direction -= weight_[age] * changes_.col(k);
  }
  if (count_ > 0) direction *= scale_;
  for (Index age = count_ - 1; age >= 0; --age) {
    const Index k = column(age);
    const double correction = changes_.col(k).dot(direction) / curvature_[k];
    direction += (weight_[age] - correction) * steps_.col(k);
  }
}

void Lbfgs::update(const Vector& s, const Vector& y) {
  const double curvature = s.dot(y);
  if (!(curvature > 0)) return;
  latest_ = (latest_ + 1) % steps_.cols();
  count_ = std::min(count_ + 1, steps_.cols());
  steps_.col(latest_) = s;
  changes_.col(latest_) = y;
  curvature_[latest_] = curvature;
  scale_ = curvature / y.squaredNorm();
}

}  // namespace scpp
