#pragma once
// From eigenvectors to sides (Ng, Jordan and Weiss, as in Algorithm 2).
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "spectral/state.hpp"

namespace scpp {

struct Partition {
  std::vector<std::int32_t> side;  ///< of every microcluster; side 0 is the heaviest, and so on down
  std::vector<double> weights;     ///< of every side, descending

  double smallest() const { return weights.back(); }
};

/// k-means with `parts` centres on the normalised rows of the first `parts` eigenvectors; fewer parts come back
/// when the rows take fewer distinct values.
/// Sides of equal weight are ordered by where their `centres` lie, so that the order of rows does not matter.
Partition partition(const SpectralState& state, const Vector& weights, const RowMatrix& centres, Index parts);

}  // namespace scpp
