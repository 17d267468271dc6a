#pragma once
// Clusters of unlike density, put together from small communities.
#include <optional>

#include "tree/parted_cloud.hpp"

namespace scpp {

/// Four times as many communities as clusters are wanted, joined where they overlap most until there are as
/// many. At no resolution may there be communities that are the clusters: a dense one is cut before two wide
/// ones part; but its pieces overlap, and the wide ones do not. Nothing where a cluster would have less than
/// a fifth of the rows that it had if all were of one size: outliers hold apart from everything. `resolution`
/// is about where there would be as many communities as clusters.
std::optional<Parts> joined_communities(const Graph& graph, const Cloud& cloud, Index clusters,
                                        double resolution);

}  // namespace scpp
