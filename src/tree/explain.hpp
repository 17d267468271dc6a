#pragma once
// A tree that explains a given partition: which clusters part first, and the plane in which each split is
// seen.
#include <optional>

#include "graph/communities.hpp"
#include "tree/grow.hpp"

namespace scpp {

/// Every cluster becomes a leaf. A node's two sides are the two groups of its clusters with the least
/// normalised cut between them; the clearest split comes first. The rule of a split, which is what new rows
/// meet, gives every row the leaf it has; where a border runs through a cloud, rows change to the other side
/// of it. Nothing when a cluster would be lost that way, or no plane shows two sides.
std::optional<GrownTree> explain(const Scaled& scaled, Parts parts, Index clusters,
                                 const NeighbourGraph& neighbours, const Graph& graph,
                                 const FitOptions& options, const Observer& watch);

}  // namespace scpp
