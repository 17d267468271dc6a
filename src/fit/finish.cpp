// The last step of a fit by sketch: the tree is grown on the cells as if they were rows.
#include "base/parallel.hpp"
#include "fit/cell_table.hpp"
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
  for (Index cell = 0; cell < std::ssize(leaf); ++cell)
    if (leaf[cell] < 0) leaf[cell] = leaves[walked[cell]];
  return leaf;
}

/// Cells lie more evenly than rows and would look more split than they are, so K is chosen on rows of the
/// sample.
FitOptions with_clusters_chosen(FitOptions options, const Summary& summary, const SketchPlan& plan,
                                const Observer& watch) {
  if (options.clusters != choose_clusters) return options;
  constexpr Index most_rows = 8192;  // enough for twenty clusters of some hundred rows
  const DenseMatrix& sample = summary.sample.values;
  const Index step = sample.rows / most_rows + 1, count = (sample.rows + step - 1) / step;
  const TableView every_few(sample.values.data(), count, sample.columns,
                            step * sample.columns, 1);
  const Scaled rows{every_few, plan.transform, Vector::Ones(count), {}};
  options.clusters = static_cast<int>(grow_best(rows, options, watch).tree.clusters());
  return options;
}

}  // namespace

Model finish(const Summary& summary, const SketchPlan& plan, const Sketch& sketch, const FitOptions& asked,
             const Observer& watch) {
  asked.validate();
  const ScopedThreads threads(asked.threads);
  const FitOptions options = with_clusters_chosen(asked, summary, plan, watch);
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
