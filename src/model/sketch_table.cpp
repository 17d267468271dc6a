#include "model/sketch_table.hpp"

#include <algorithm>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

// Rows between two reports of progress, a multiple of chunk_rows.
constexpr std::size_t wave_rows = 16 * chunk_rows;

/// pass(rows, number of the first one, their weights) for one wave after another.
template <class Pass>
void each_wave(const TableView& table, std::span<const double> weights, const FitOptions& options,
               const Observer& watch, const Pass& pass) {
  for (std::size_t first = 0; first < table.rows(); first += wave_rows) {
    const std::size_t rows = std::min(wave_rows, table.rows() - first);
    pass(table.middle_rows(first, rows), first, weights.empty() ? weights : weights.subspan(first, rows));
    Progress state;
    state.stage = "sketch";
    state.rows = static_cast<double>(first + rows);
    state.clusters_wanted = options.clusters;
    if (watch && !watch(state)) throw Cancelled();
  }
}

void check_weights(const TableView& table, std::span<const double> weights) {
  if (!weights.empty() && weights.size() != table.rows())
    throw InvalidArgument("there are " + std::to_string(weights.size()) + " weights for " +
                          std::to_string(table.rows()) + " rows");
}

}  // namespace

SketchedTable sketch_table(const TableView& table, const FitOptions& options, std::span<const double> weights,
                           const Observer& watch) {
  if (table.rows() == 0) throw InvalidArgument("the table has no rows");
  check_weights(table, weights);
  SketchedTable result;
  each_wave(table, weights, options, watch, [&](const TableView& rows, std::size_t first, auto row_weights) {
    result.summary =
        merge(std::move(result.summary), summarise(rows, first, table.rows(), options, row_weights));
  });
  result.plan = plan_cells(result.summary, options);
  result.cell_of_row.resize(table.rows());
  each_wave(table, weights, options, watch, [&](const TableView& rows, std::size_t first, auto row_weights) {
    result.sketch = merge(std::move(result.sketch),
                          sketch(rows, result.plan, options, row_weights, result.cell_of_row.data() + first));
  });
  return result;
}

}  // namespace scpp
