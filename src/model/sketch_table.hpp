#pragma once
// The two passes of scpp/sketch.hpp over a table in memory.
#include <span>

#include "scpp/sketch.hpp"

namespace scpp {

struct SketchedTable {
  Summary summary;
  SketchPlan plan;
  Sketch sketch;
  std::vector<std::int32_t> cell_of_row;
};

SketchedTable sketch_table(const TableView& table, const FitOptions& options, std::span<const double> weights,
                           const Observer& watch);

}  // namespace scpp
