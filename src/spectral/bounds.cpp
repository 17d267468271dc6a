#include "spectral/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

/// -log k(r), r in units of sigma; ratios of similarities are taken here, where they cannot underflow.
double minus_log_similarity(KernelKind kernel, double r) {
  return kernel == KernelKind::gaussian ? r * r / 2 : r;
}

}  // namespace

double bound_at_projection(KernelKind kernel, const RowMatrix& t, const Vector& radii, double sigma) {
  const auto minus_log = [&](double distance) { return minus_log_similarity(kernel, distance / sigma); };
  double least = 0, most = 0;  // exponents; exp - 1 is taken of the extreme ones alone
  for (Index i = 0; i < t.cols(); ++i)
    for (Index j = 0; j < i; ++j) {
      const double distance = (t.col(i) - t.col(j)).norm(), slack = radii[i] + radii[j];
      least = std::min(least, minus_log(std::max(0.0, distance - slack)) - minus_log(distance));
      most = std::max(most, minus_log(distance + slack) - minus_log(distance));
    }
  return std::max(-std::expm1(least), std::expm1(most));
}

double uniform_bound(KernelKind kernel, const Vector& radii, double diameter, double sigma) {
  double largest = 0, second = 0;
  for (const double radius : radii) {
    second = std::max(second, std::min(radius, largest));
    largest = std::max(largest, radius);
  }
  const double slack = largest + second;
  if (kernel == KernelKind::laplace) return std::expm1(slack / sigma);
  return std::expm1((slack * slack + 2 * slack * diameter) / (2 * sigma * sigma));
}

}  // namespace scpp
