#include "spectral/squash.hpp"

#include <cmath>

namespace scpp {

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

}  // namespace scpp
