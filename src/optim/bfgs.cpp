#include "optim/bfgs.hpp"

namespace scpp {

Bfgs::Bfgs(Index dimension) : inverse_hessian_(dimension, dimension), image_(dimension) { reset(); }

void Bfgs::reset() {
  inverse_hessian_.setIdentity();
  fresh_ = true;
}

void Bfgs::direction(const Vector& gradient, Vector& direction) const {
  direction.noalias() = inverse_hessian_.selfadjointView<Eigen::Lower>() * -gradient;
}

void Bfgs::update(const Vector& s, const Vector& y) {
  const double curvature = s.dot(y);
  if (!(curvature > 0)) return;
  // Before the first update the identity takes the scale of the function just met.
  if (fresh_) inverse_hessian_.diagonal().setConstant(curvature / y.squaredNorm());
  fresh_ = false;

  // H+ = (I - rho s y') H (I - rho y s') + rho s s'  with rho = 1 / s'y, which is  H + s z' + z s'
  // with z = rho ( (1 + rho y'Hy) / 2 s - Hy ).
  const double rho = 1 / curvature;
  image_.noalias() = inverse_hessian_.selfadjointView<Eigen::Lower>() * y;
  image_ = rho * (0.5 * (1 + rho * y.dot(image_)) * s - image_);
  inverse_hessian_.selfadjointView<Eigen::Lower>().rankUpdate(s, image_);
}

}  // namespace scpp
