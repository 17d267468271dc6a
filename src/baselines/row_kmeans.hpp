#pragma once
// k-means as every method here uses it: all rows count alike, the start is farthest-first, so it is
// deterministic.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct RowClusters {
  std::vector<std::int32_t> labels;  ///< 0 .. K-1; fewer than K occur when there are fewer distinct rows
  double distortion = 0;             ///< sum of squared distances to the own centre
};

RowClusters cluster_rows(const RowMatrix& rows, Index clusters);

}  // namespace scpp
