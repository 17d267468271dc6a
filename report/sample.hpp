#pragma once
// Which rows are drawn. Every leaf has its rows in one fixed random order; a node draws the first few of each
// leaf below it, so that the same rows are followed from the root down.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scpp/model.hpp"

namespace scpp {

/// At most this many rows are drawn in a node, fewer when there are so many nodes that they would fill the
/// file.
Index sample_limit(const Tree& tree);

/// Rows of a leaf of `leaf_rows` rows that a node of `node_rows` rows draws: its share of the limit, rounded
/// up, but never below 5 so that small clusters stay visible. Grows from the root down.
Index sample_share(Index leaf_rows, Index node_rows, Index limit);

struct DrawnRows {
  Index limit = 0;
  std::vector<Index> leaf_rows;    ///< true size of each leaf
  std::vector<Index> node_rows;    ///< true size of each node
  std::vector<Index> first;        ///< leaves + 1: where the rows of a leaf begin in `rows`
  std::vector<std::uint32_t> rows;       ///< drawn rows, leaf after leaf
  std::vector<std::vector<int>> leaves;  ///< labels of the leaves below each node, ascending

  /// How many rows of leaf `label` node `node` draws.
  Index taken(int node, int label) const {
    return sample_share(leaf_rows[label], node_rows[node], limit);
  }
  /// Positions in `rows` of what a node draws, leaf after leaf.
  std::vector<Index> drawn(int node) const;
};

DrawnRows draw_sample(const Tree& tree, std::span<const std::int32_t> labels);

}  // namespace scpp
