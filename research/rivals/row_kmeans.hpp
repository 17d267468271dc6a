#pragma once
// k-means as every method here uses it: all rows count alike; of several starts, all fixed by rule, the one
// of least distortion is kept.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct RowClusters {
  std::vector<std::int32_t> labels;  ///< 0 .. K-1; fewer than K occur when there are fewer distinct rows
  double distortion = 0;             ///< sum of squared distances to the own centre
};

/// One start farthest first, ten by k-means++ (Arthur and Vassilvitskii) from a fixed stream of random
/// numbers.
RowClusters cluster_rows(const RowMatrix& rows, Index clusters);

/// k-means++: the first row at random, every further one with probability proportional to the squared
/// distance to the nearest chosen. Fewer than `count` when there are fewer distinct rows.
std::vector<Index> spread_start(const RowMatrix& rows, Index count, std::uint64_t stream);

}  // namespace scpp
