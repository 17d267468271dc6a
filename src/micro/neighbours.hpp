#pragma once
// The graph of nearest neighbours in the full space: built once for the data, asked at every split.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// Row i is joined to its `count` nearest other rows: to[i * count + 0 .. count).
struct NeighbourGraph {
  Index count = 0;
  std::vector<std::int32_t> to;

  Index rows() const { return count ? static_cast<Index>(to.size()) / count : 0; }
};

/// Exact, by blocks of products; ties go to the earlier row. `count` is cut to rows - 1.
NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count);

/// Normalised cut cut(A,B) / vol(A) + cut(A,B) / vol(B) of the graph among the given rows: an edge counts
/// weight_i * weight_j (a row that stands for w others is w of them), once from each end that names it.
/// Infinite when a side has no edges.
double normalised_cut(const NeighbourGraph& graph, const std::vector<Index>& rows, const std::vector<std::int32_t>& side,
                      const Vector& weights);

}  // namespace scpp
