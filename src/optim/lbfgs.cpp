#include "optim/lbfgs.hpp"

#include <algorithm>

namespace scpp {

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
