#include "model/check_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace scpp {

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

namespace {

using Fault = std::optional<std::string>;

bool all_counts(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value) && value >= 0; });
}

bool has_shape(const DenseMatrix& matrix, Index rows, Index columns) {
  return matrix.rows == rows && matrix.columns == columns && std::ssize(matrix.values) == rows * columns &&
         all_finite(matrix.values);
}

Fault fault_in_columns(const Model& model) {
  const Index columns = model.transform.mean.size();
  if (std::ssize(model.transform.scale) != columns) return "mean and scale differ in length";
  if (!all_finite(model.transform.mean) || !all_finite(model.transform.scale))
    return "a mean or a scale is not finite";
  if (const auto& metric = model.transform.metric; metric && !has_shape(*metric, columns, metric->columns))
    return "the metric has a wrong shape";
  if (!model.columns.empty() && std::ssize(model.columns) != columns)
    return "there is not one name for each column";
  if (model.places) {
    const std::vector<int>& places = model.places->of_columns;
    if (std::ssize(places) != columns) return "there is not one place for each column";
    if (std::any_of(places.begin(), places.end(), [](int place) { return place < 0; }) ||
        std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()) != places.end())
      return "the places of the columns do not rise";
  }
  if (!model.missing_fill.empty() && std::ssize(model.missing_fill) != columns)
    return "there is not one missing_fill for each column";
  if (!all_finite(model.missing_fill)) return "a missing_fill is not finite";
  return {};
}

Fault fault_in_split(const Split& split, Index columns, Index children) {
  const Index dimensions = split.projection.columns;
  const Index count = split.weights.size();
  if (columns == 0 || dimensions == 0 || count == 0)
    return "has a split without columns, directions or microclusters";
  if (std::ssize(split.centre) != columns || !all_finite(split.centre)) return "has a wrong centre";
  if (!has_shape(split.projection, columns, dimensions)) return "has a wrong projection";
  if (!has_shape(split.start, columns, dimensions)) return "has a wrong start";
  if (!has_shape(split.microclusters, count, columns)) return "has wrong microclusters";
  if (!all_counts(split.weights)) return "has wrong weights";
  if (std::ssize(split.radii) != count || !all_counts(split.radii)) return "has wrong radii";
  if (std::ssize(split.spread) != dimensions || !all_finite(split.spread)) return "has a wrong spread";
  if (!all_finite({split.sigma, split.beta, split.lambda2}))
    return "has a sigma, beta or lambda2 that is not finite";
  const auto is_child = [&](std::int32_t side) { return side >= 0 && side < children; };
  if (std::ssize(split.side) != count || !std::all_of(split.side.begin(), split.side.end(), is_child))
    return "has a side that is no child";
  return {};
}

Fault fault_in_children(const Tree& tree, Index at) {
  const Node& node = tree.nodes[at];
  if (std::ssize(node.children) == 1) return "has a single child";
  Index before = at;
  for (const int child : node.children) {
    if (child <= at || child >= std::ssize(tree.nodes)) return "has a child that does not stand behind it";
    if (tree.nodes[child].parent != at) return "has a child with another parent";
    if (child <= before) return "has children that are repeated or out of sequence";
    before = child;
  }
  return {};
}

Fault fault_in_order(const Tree& tree, const Node& node, std::vector<bool>& taken) {
  if (node.children.empty()) return node.order ? "is a leaf with an order" : Fault{};
  if (!node.order || *node.order < 0 || *node.order >= std::ssize(taken) || taken[*node.order])
    return "has no order, or one that is out of range or used twice";
  if (node.parent >= 0 && tree.nodes[node.parent].order >= node.order) return "was split before its parent";
  taken[*node.order] = true;
  return {};
}

Fault fault_in_node(const Model& model, Index at) {
  const Node& node = model.tree.nodes[at];
  if (!std::isfinite(node.rows) || node.rows < 0) return "has a wrong number of rows";
  if (node.why_leaf.has_value() != node.children.empty())
    return "has the reason of a leaf and children, or neither";
  if (node.why_leaf && leaf_reason_told(node.why_leaf->sentence) != node.why_leaf->reason)
    return "has a reason that its sentence does not tell";
  if (node.split.has_value() == node.children.empty())
    return "has children without a split or a split without them";
  if (Fault fault = fault_in_children(model.tree, at)) return fault;
  if (!node.split) return {};
  return fault_in_split(*node.split, model.transform.dimensions(), node.children.size());
}

Fault fault_in_tree(const Model& model) {
  const std::vector<Node>& nodes = model.tree.nodes;
  if (nodes.empty()) return "the tree has no nodes";
  if (nodes[0].parent != -1) return "the root has a parent";
  Index splits = 0;
  Index children = 0;
  for (Index at = 0; at < std::ssize(nodes); ++at) {
    if (const Fault fault = fault_in_node(model, at)) return "node " + std::to_string(at) + " " + *fault;
    splits += nodes[at].split.has_value();
    children += nodes[at].children.size();
  }
  // Every child names its one parent, so each node but the root was met exactly once.
  if (children != std::ssize(nodes) - 1) return "a node is nobody's child";
  std::vector<bool> taken(splits, false);
  for (Index at = 0; at < std::ssize(nodes); ++at)
    if (const Fault fault = fault_in_order(model.tree, nodes[at], taken))
      return "node " + std::to_string(at) + " " + *fault;
  return {};
}

Fault fault_in_cells(const CellIndex& cells, const Model& model) {
  const Index columns = model.transform.mean.size();
  const Index groups = cells.coarse.rows, count = cells.fine.rows;
  if (groups == 0 || !has_shape(cells.coarse, groups, columns) || !has_shape(cells.fine, count, columns))
    return "the cells have wrong centres";
  const bool ascending =
      std::adjacent_find(cells.begin.begin(), cells.begin.end(), std::greater_equal<>()) == cells.begin.end();
  if (std::ssize(cells.begin) != groups + 1 || !ascending || cells.begin.front() != 0 ||
      cells.begin.back() != count)
    return "the groups of cells do not fit their centres";
  const auto is_leaf = [&](std::int32_t node) {
    return node >= 0 && node < std::ssize(model.tree.nodes) && model.tree.nodes[node].children.empty();
  };
  if (std::ssize(cells.leaf) != count || !std::all_of(cells.leaf.begin(), cells.leaf.end(), is_leaf))
    return "a cell belongs to no leaf";
  return {};
}

Fault fault_in_reference(const ReferenceRows& reference, const Model& model) {
  const Index count = reference.rows.rows;
  if (count == 0 || !has_shape(reference.rows, count, model.transform.columns()))
    return "the reference rows have a wrong shape";
  const auto is_weight = [](double weight) { return std::isfinite(weight) && weight > 0; };
  if (std::ssize(reference.weights) != count || !std::ranges::all_of(reference.weights, is_weight))
    return "the reference rows have wrong weights";
  return {};
}

}  // namespace

std::optional<std::string> fault_in(const Model& model) {
  if (Fault fault = fault_in_columns(model)) return fault;
  if (Fault fault = fault_in_tree(model)) return fault;
  if (model.reference)
    if (Fault fault = fault_in_reference(*model.reference, model)) return fault;
  return model.cells ? fault_in_cells(*model.cells, model) : Fault{};
}

}  // namespace scpp
