#pragma once
// A large table as a small one: two passes over its rows, in blocks, with the same bits for any number of threads.
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "data/standardise.hpp"
#include "micro/cells.hpp"

namespace scpp {

struct SketchedTable {
  Cells cells;
  std::vector<std::int32_t> cell_of_row;
  RowMatrix means;  ///< of each cell; its centre where it has no rows
  Vector weights;   ///< of each cell
  RowMatrix scatter_inside;

  /// The cells as rows of a table that is already transformed. Refers to `means`.
  Scaled as_rows() const;
};

/// `progress(rows done)` is called between blocks and may throw.
SketchedTable sketch_table(const Scaled& scaled, Index cells, std::uint64_t seed,
                           const std::function<void(Index)>& progress);

}  // namespace scpp
