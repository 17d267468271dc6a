#pragma once
// Directions along which neighbours lie close together.
#include "graph/node_graph.hpp"
#include "split/node.hpp"

namespace scpp {

/// Locality preserving projections (He and Niyogi, 2003) within the node's leading principal components: the
/// v that maximise v'X'WXv / v'X'DXv, the best first, as unit columns in the objective's coordinates. X is
/// centred so that D-weighted means are 0, which removes the constant; pairs of rows that are neighbours then
/// differ least along v.
ColMatrix smooth_directions(const PreparedNode& node, const NodeGraph& graph);

}  // namespace scpp
