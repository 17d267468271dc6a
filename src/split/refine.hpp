#pragma once
// Rows near the border of a split move to the side of most of their neighbours.
#include <cstdint>
#include <vector>

#include "micro/microclusters.hpp"
#include "graph/node_graph.hpp"

namespace scpp {

/// Sides of rows by the nearest of some centres, each of which has a side.
struct RuledSides {
  Microclusters microclusters;
  std::vector<std::int32_t> side;          ///< of every microcluster
  std::vector<std::int32_t> child_of_row;  ///< side of the nearest microcluster
  double cut = 0;                          ///< normalised cut in the graph
};

/// `begun` after its rows moved; never of a greater cut, and no side lighter than `least_side`. Rows move
/// while the cut falls; then each microcluster with rows on both sides becomes two, and every row takes the
/// side of the nearest.
RuledSides refine(RuledSides begun, const RowMatrix& rows, const Vector& weights, const NodeGraph& graph,
                  double least_side);

}  // namespace scpp
