#include "optim/bfgs.hpp"

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

}  // namespace scpp
