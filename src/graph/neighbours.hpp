#pragma once
// The graph of nearest neighbours in the full space: built once for the data, asked at every split.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

inline constexpr Index neighbours_of_a_row = 10;  // scikit-learn's choice for its neighbour graph

/// Row i is joined to its `count` nearest other rows: to[i * count + 0 .. count).
struct NeighbourGraph {
  Index count = 0;
  std::vector<std::int32_t> to;

  Index rows() const { return count ? to.size() / count : 0; }
};

/// Exact; ties go to the earlier row. Every pair is looked at in single precision, those that may be
/// neighbours in double. `count` is cut to rows - 1.
NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count);

}  // namespace scpp
