#pragma once
// The two passes of scpp/sketch.hpp over rows that one process can reach.
#include <functional>
#include <span>

#include "scpp/row_source.hpp"
#include "scpp/sketch.hpp"

namespace scpp {

struct SketchedTable {
  Summary summary;
  SketchPlan plan;
  Sketch sketch;
};

/// Takes the cells of rows as they come, in the order of the rows.
using CellSink = std::function<void(std::span<const std::int32_t> cells)>;

/// Whether a fit of so many rows grows its tree on a sketch.
bool wants_sketch(const FitOptions& options, Index rows);

/// `block_rows` are read at a time (a multiple of chunk_rows; it changes nothing but memory and the number of reports).
/// `weights` are of all rows, or empty.
SketchedTable sketch_table(RowSource& rows, Index block_rows, const FitOptions& options,
                           std::span<const double> weights, const Observer& watch, const CellSink& sink);

/// Enough for all threads to have work, little enough for progress to be seen.
inline constexpr Index usual_block_rows = 16 * chunk_rows;

}  // namespace scpp
