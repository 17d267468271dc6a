// The last step of a fit by sketch: the tree is grown on the cells as if they were rows.
#include "base/parallel.hpp"
#include "micro/cell_table.hpp"
#include "scpp/sketch.hpp"
#include "tree/grow_best.hpp"

namespace scpp {
namespace {

/// The leaf of every cell; cells without rows follow the walk of their centre.
std::vector<std::int32_t> leaf_of_cell(const CellTable& cells, const Model& grown_on_cells,
                                       const std::vector<std::int32_t>& leaf_of_row) {
  const std::vector<std::int32_t> walked = assign(grown_on_cells, cells.as_rows().table);
  const std::vector<int> leaves = grown_on_cells.tree.leaves();
  std::vector<std::int32_t> leaf(leaf_of_row);
  for (std::size_t cell = 0; cell < leaf.size(); ++cell)
    if (leaf[cell] < 0) leaf[cell] = leaves[static_cast<std::size_t>(walked[cell])];
  return leaf;
}

}  // namespace

Model finish(const Summary& summary, const SketchPlan& plan, const Sketch& sketch, const FitOptions& options,
             const Observer& watch) {
  options.validate();
  const ScopedThreads threads(options.threads);
  const CellTable cells = cell_table(summary, plan, sketch);
  const Scaled rows = cells.as_rows();
  GrownTree grown = grow_best(rows, options, watch);
  Model model{options, rows.transform, std::move(grown.tree), {}, {}, {}, {}};
  std::vector<std::int32_t> leaf = leaf_of_cell(cells, model, grown.leaf_of_row);
  model.cells = CellIndex{plan.coarse, plan.fine, plan.begin, std::move(leaf)};
  model.transform = plan.transform;
  return model;
}

}  // namespace scpp
