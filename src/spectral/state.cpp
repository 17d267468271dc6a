#include "spectral/state.hpp"

#include <algorithm>

namespace scpp {

SpectralState::SpectralState(const NodeData& node, const GraphOptions& options, Index dimensions)
    : kind_(options.laplacian),
      rows_(node, options.beta, options.delta, dimensions),
      affinity_(options.kernel, options.sigma, node.weights, dimensions),
      pairs_(options.eigen_share) {}

void SpectralState::evaluate(const ColMatrix& v, Index pairs) {
  rows_.project(v);
  affinity_.set_points(rows_.points());
  laplacian_.emplace(affinity_, kind_);
  pairs_.solve(*laplacian_, pairs);
}

ColMatrix SpectralState::derivative(Index a, Index b) const {
  const double lambda = (pair(a).value + pair(b).value) / 2;
  return rows_.pull_back(laplacian_->derivative(pair(a).vector, pair(b).vector, lambda));
}

double SpectralState::smaller_side() const {
  double negative = 0, positive = 0;
  for (Index j = 0; j < affinity_.count(); ++j)
    (pair(0).vector[j] < 0 ? negative : positive) += affinity_.weights()[j];
  return std::min(negative, positive);
}

}  // namespace scpp
