// The first pass of a fit by sketch, and the cells that come of it.
#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "fit/cell_table.hpp"
#include "fit/row_sample.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

constexpr Index sample_per_cell = 8;  // rows from which a cell's place is learnt

}  // namespace

Summary summarise(const TableView& block, Index first_row, Index total_rows,
                  const FitOptions& options, std::span<const double> weights) {
  if (first_row + block.rows() > total_rows)
    throw InvalidArgument("the block ends at row " + std::to_string(first_row + block.rows()) +
                          ", but the table has " + std::to_string(total_rows) + " rows");
  const ScopedThreads threads(options.threads);
  const Index wanted = options.data.cells * sample_per_cell;
  return {moments_of(block, weights, first_row),
          sample_block(block, weights, first_row, total_rows, wanted, options.seed)};
}

Summary merge(Summary a, const Summary& b) {
  if (a.pieces.empty()) return b;
  if (b.pieces.empty()) return a;
  return {merged(std::move(a.pieces), b.pieces), merged(a.sample, b.sample)};
}

SketchPlan plan_cells(const Summary& summary, const FitOptions& options) {
  options.validate();
  const ScopedThreads threads(options.threads);
  const Moments moments = total_of(summary.pieces);
  SketchPlan plan;
  plan.rows = summary.pieces.back().end;
  plan.weight = moments.weight;
  if (options.clusters > 0 && options.clusters > plan.rows)
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(plan.rows) + " rows");
  if (summary.sample.rows.empty()) throw InvalidArgument("the summary has no rows in its sample");
  plan.transform = transform_of(moments, options.data.standardise);
  const Cells cells = make_cells(transformed_sample(summary.sample, plan.transform), options.data.cells);
  plan.coarse = plain(cells.coarse());
  plan.fine = plain(cells.fine());
  plan.begin.assign(cells.begin().begin(), cells.begin().end());
  return plan;
}

}  // namespace scpp
