#pragma once
#include "fit/sketch.hpp"

namespace scpp {

/// Rows that stand for all of a fit. A cluster has at least as many as it would have if half of them were
/// shared out evenly, so that small clusters are known, too. Which they are depends neither on the order of
/// the rows nor on the scale of columns. `leaf` is of every row, -1 for rows of weight 0; the rows themselves
/// come from `table`, in the units of the caller.
ReferenceRows reference_rows(const Scaled& scaled, const TableView& table,
                             const std::vector<std::int32_t>& leaf);

/// The same for a sketch: rows of the sample, not cells, which lie more evenly than rows. Each has its share
/// of its cell's weight. `leaf` is of every cell.
ReferenceRows reference_of_sample(const Summary& summary, const SketchPlan& plan, const CellTable& cells,
                                  const std::vector<std::int32_t>& leaf);

}  // namespace scpp
