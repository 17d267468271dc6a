#pragma once
// The metric that clusters teach, and the resolution at which they are judged.
#include <optional>

#include "graph/communities.hpp"

namespace scpp {

/// Rows and weights among which neighbours are sought.
struct Cloud {
  RowMatrix rows;
  Vector weights;
  RowMatrix scatter_inside;  ///< as in Scaled
};

/// The neighbour graph of the rows, with which partitions are found and judged.
Graph neighbour_graph(const RowMatrix& rows, const Vector& weights);

/// How partitions into K are judged. Modularity at resolution 1 prefers clusters of like size; where that
/// would cut through a cloud, the resolution is the one at which there are K communities. Where communities
/// cut through a cloud at every resolution, eigenvectors of the graph are asked as well.
struct Judging {
  double resolution = 1;
  bool ask_eigenvectors = false;
};

struct Taught {
  std::optional<RowMatrix> metric;  ///< nothing when unit variance was not bettered
  double community_resolution = 1;  ///< at which there were K communities
  Judging judging;
};

/// Communities teach a metric, in which communities are found again, for as long as rows that did not teach
/// it agree: the modularity of each half of the rows in the metric that the other half taught must rise.
Taught learn_metric(const Cloud& cloud, Index clusters);

}  // namespace scpp
