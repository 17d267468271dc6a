#include "scpp/split_leaf.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "scpp/errors.hpp"
#include "split/split.hpp"

namespace scpp {
namespace {

[[noreturn]] void refuse(int node, const std::string& reason) {
  throw InvalidArgument("node " + std::to_string(node) + " cannot be split: " + reason);
}

/// The label of the rows in a leaf.
std::int32_t label_of(const Tree& tree, int node) {
  if (node < 0 || static_cast<std::size_t>(node) >= tree.nodes.size())
    refuse(node, "the tree has " + std::to_string(tree.nodes.size()) + " nodes, numbered from 0");
  const std::vector<int> leaves = tree.leaves();
  const auto leaf = std::find(leaves.begin(), leaves.end(), node);
  if (leaf == leaves.end()) refuse(node, "it is no leaf");
  return static_cast<std::int32_t>(leaf - leaves.begin());
}

/// Rows of positive weight that end in the leaf.
std::vector<Index> rows_of(const Model& model, std::int32_t label, const Scaled& scaled) {
  const std::vector<std::int32_t> labels = assign(model, scaled.table);
  std::vector<Index> rows;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (labels[static_cast<std::size_t>(row)] == label && scaled.weights[row] > 0) rows.push_back(row);
  return rows;
}

SplitTask task_for(const Model& model, int node, const Scaled& scaled, const Observer& watch) {
  Progress progress;
  progress.stage = "pursuit";
  progress.node = node;
  progress.rows = model.tree.nodes[static_cast<std::size_t>(node)].rows;
  progress.clusters_found = model.options.clusters - 1;
  progress.clusters_wanted = model.options.clusters;
  SplitTask task;
  task.node = node;
  task.least_side = model.options.split.balance * scaled.weights.sum() / model.options.clusters;
  task.method = model.options.method == Method::kway ? Method::divisive : model.options.method;
  task.seed = model.options.seed;
  task.watch = [progress, watch](double beta, double lambda2, std::size_t evaluations) mutable {
    progress.beta = beta;
    progress.lambda2 = lambda2;
    progress.evaluations = evaluations;
    if (watch && !watch(progress)) throw Cancelled();
  };
  return task;
}

void attach(Tree& tree, int node, SplitFound found, const Vector& weights) {
  std::vector<double> rows(2, 0.0);
  for (std::size_t i = 0; i < found.child_of_row.size(); ++i)
    rows[static_cast<std::size_t>(found.child_of_row[i])] += weights[static_cast<Index>(i)];
  const auto splits = std::count_if(tree.nodes.begin(), tree.nodes.end(),
                                    [](const Node& any) { return !any.children.empty(); });
  for (const double count : rows) {
    tree.nodes[static_cast<std::size_t>(node)].children.push_back(static_cast<int>(tree.nodes.size()));
    Node child;
    child.parent = node;
    child.rows = count;
    child.leaf_reason = "enough clusters";
    tree.nodes.push_back(std::move(child));
  }
  Node& parent = tree.nodes[static_cast<std::size_t>(node)];
  parent.split = std::move(found.split);
  parent.order = static_cast<int>(splits);
  parent.leaf_reason.clear();
}

}  // namespace

Model split_leaf(const Model& model, int node, const TableView& table, std::span<const double> weights,
                 const Observer& watch) {
  const std::int32_t label = label_of(model.tree, node);
  const ScopedThreads threads(model.options.threads);
  Scaled scaled = standardise(table, weights, model.options.data.standardise);
  scaled.transform = model.transform;
  const std::vector<Index> rows = rows_of(model, label, scaled);
  const Vector row_weights = scaled.weights(rows);

  Model larger = model;
  larger.options.clusters = static_cast<int>(model.tree.clusters()) + 1;
  auto result = split_rows(gather(scaled, rows), row_weights, larger.options.split,
                           task_for(larger, node, scaled, watch));
  if (const auto* failure = std::get_if<CannotSplit>(&result)) refuse(node, failure->reason);
  attach(larger.tree, node, std::get<SplitFound>(std::move(result)), row_weights);
  return larger;
}

}  // namespace scpp
