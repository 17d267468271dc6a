#include "scpp/split_leaf.hpp"

#include <algorithm>
#include <string>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "fit/reference.hpp"
#include "micro/distances.hpp"
#include "scpp/errors.hpp"
#include "tree/grow_best.hpp"

namespace scpp {
namespace {

void check_leaf(const Tree& tree, int node) {
  const std::string refusal = "node " + std::to_string(node) + " cannot be split: ";
  if (node < 0 || node >= std::ssize(tree.nodes))
    throw InvalidArgument(refusal + "the tree has " + std::to_string(tree.nodes.size()) +
                          " nodes, numbered from 0");
  if (!tree.nodes[node].children.empty()) throw InvalidArgument(refusal + "it is no leaf");
}

/// Of a K-way tree, too, a leaf is cut in two; and it is cut although a fit that chose K left it whole.
FitOptions growth_options(FitOptions options) {
  options.clusters = options.most_clusters();
  if (options.method == Method::kway) options.method = Method::divisive;
  return options;
}

/// Rows of weight 0 take no part in growth.
std::vector<std::int32_t> without_idle_rows(std::vector<std::int32_t> leaf_of_row, const Vector& weights) {
  for (Index row = 0; row < std::ssize(leaf_of_row); ++row)
    if (!(weights[row] > 0)) leaf_of_row[row] = -1;
  return leaf_of_row;
}

GrownTree grow_on_rows(const Model& model, int node, const Scaled& scaled, const Observer& watch) {
  std::vector<std::int32_t> leaf_of_row = assign(model, scaled.table);
  const std::vector<int> leaves = model.tree.leaves();
  for (auto& leaf : leaf_of_row) leaf = leaves[leaf];
  return grow_best_leaf(
      {model.tree, without_idle_rows(std::move(leaf_of_row), scaled.weights), scaled.transform}, node, scaled,
      growth_options(model.options), watch);
}

/// Cells of the leaf that have no rows follow their nearest microcluster.
void place_idle_cells(CellIndex& cells, const std::optional<DenseMatrix>& metric, int node,
                      const Tree& tree) {
  const Node& parent = tree.nodes[node];
  const RowMatrix centres =
      metric ? RowMatrix(view(cells.fine) * view(*metric)) : RowMatrix(view(cells.fine));
  const Eigen::Map<const Eigen::RowVectorXd> centre(parent.split->centre.data(), parent.split->centre.size());
  const NearestCentre microclusters{RowMatrix(view(parent.split->microclusters))};
  for (Index cell = 0; cell < std::ssize(cells.leaf); ++cell) {
    if (cells.leaf[cell] != node) continue;
    const RowMatrix here = centres.row(cell) - centre;
    std::int32_t nearest = 0;
    microclusters.find(here, 0, 1, &nearest);
    const auto side = parent.split->side[nearest];
    cells.leaf[cell] = parent.children[side];
  }
}

/// The means tell rows and weights; the units may be those of a fit that chose K.
void check_means(const Model& model, const Transform& transform) {
  if (transform.mean != model.transform.mean)
    throw InvalidArgument("these are not the rows and weights that the model was fitted on");
}

/// Cells were made before any metric was learnt.
Scaled in_metric_of(const Model& model, Scaled cells) {
  if (!model.transform.metric) return cells;
  const RowMatrix metric = view(*model.transform.metric);
  cells.transform.metric = model.transform.metric;
  cells.scatter_inside = metric.transpose() * cells.scatter_inside * metric;
  return cells;
}

/// The sketch of the model's cells is made again, with the same bits as in the fit, and they are the rows.
void grow_on_cells(Model& model, int node, const TableView& table, std::span<const double> weights,
                   const Observer& watch) {
  const SketchedTable sketched = sketch_table(table, *model.cells, model.options, weights, watch);
  check_means(model, sketched.plan.transform);
  const CellTable table_of_cells = cell_table(sketched.summary, sketched.plan, sketched.sketch);
  const Scaled cells = in_metric_of(model, table_of_cells.as_rows());
  GrownTree grown =
      grow_best_leaf({model.tree, without_idle_rows(model.cells->leaf, cells.weights), cells.transform}, node,
                     cells, growth_options(model.options), watch);
  for (Index cell = 0; cell < std::ssize(grown.leaf_of_row); ++cell)
    if (grown.leaf_of_row[cell] >= 0) model.cells->leaf[cell] = grown.leaf_of_row[cell];
  place_idle_cells(*model.cells, model.transform.metric, node, grown.tree);
  model.tree = std::move(grown.tree);
  model.reference = reference_of_sample(sketched.summary, sketched.plan, table_of_cells, model.cells->leaf);
}

}  // namespace

Model split_leaf(const Model& model, int node, const TableView& table, std::span<const double> weights,
                 const Observer& watch) {
  check_leaf(model.tree, node);
  const ScopedThreads threads(model.options.threads);
  Model larger = model;
  larger.options.clusters = static_cast<int>(model.tree.clusters()) + 1;
  if (larger.cells) {
    grow_on_cells(larger, node, table, weights, watch);
    return larger;
  }
  const Scaled scaled = standardise(table, weights, model.options.data.standardise);
  check_means(model, scaled.transform);
  Scaled in_metric = scaled;
  in_metric.transform = model.transform;
  GrownTree grown = grow_on_rows(larger, node, in_metric, watch);
  larger.tree = std::move(grown.tree);
  larger.reference = reference_rows(scaled, table, grown.leaf_of_row);
  return larger;
}

}  // namespace scpp
