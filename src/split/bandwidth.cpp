#include "split/bandwidth.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {

Index intrinsic_dimension(const Vector& eigenvalues) {
  const Index count = (eigenvalues.array() >= 1).count();
  return std::clamp<Index>(count, 1, std::min<Index>(most_kaiser_components, eigenvalues.size()));
}

double bandwidth(const Vector& eigenvalues, double rows, const PursuitOptions& options) {
  if (options.sigma > 0) return options.sigma;
  const Index d_star = intrinsic_dimension(eigenvalues);
  const double mean_eigenvalue = eigenvalues.head(d_star).mean();
  // sigma = sqrt(mean eigenvalue) (4 / (3 N))^(1 / (4 + d*))
  return options.sigma_scale * std::sqrt(mean_eigenvalue) *
         std::pow(4.0 / (3.0 * rows), 1.0 / (4.0 + static_cast<double>(d_star)));
}

}  // namespace scpp
