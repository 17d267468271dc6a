#include "spectral/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

/// -log k(r), r in units of sigma; ratios of similarities are taken here, where they cannot underflow.
double minus_log_similarity(KernelKind kernel, double r) { return kernel == KernelKind::gaussian ? r * r / 2 : r; }

}  // namespace

double bound_at_projection(KernelKind kernel, const RowMatrix& t, const Vector& radii, double sigma) {
  const auto minus_log = [&](double distance) { return minus_log_similarity(kernel, distance / sigma); };
  double bound = 0;
  for (Index i = 0; i < t.cols(); ++i)
    for (Index j = 0; j < i; ++j) {
      const double distance = (t.col(i) - t.col(j)).norm(), slack = radii[i] + radii[j];
      const double nearer = -std::expm1(minus_log(std::max(0.0, distance - slack)) - minus_log(distance));
      const double farther = std::expm1(minus_log(distance + slack) - minus_log(distance));
      bound = std::max({bound, nearer, farther});
    }
  return bound;
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
