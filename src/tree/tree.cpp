// Reading and shortening a tree. Splits are undone without a new fit because each node keeps when it was
// split.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/model.hpp"

namespace scpp {
namespace {

void make_leaf(Node& node, LeafReason reason) {
  node.children.clear();
  node.order.reset();
  node.split.reset();
  node.why_leaf = reason;
}

/// Numbers the splits 0, 1, ... again, in the order they had.
void renumber_orders(Tree& tree) {
  int order = 0;
  for (const int node : tree.splits()) tree.nodes[node].order = order++;
}

struct Shortened {
  Tree tree;
  std::vector<int>
      place;  ///< of every node of the old tree: itself in the new one, or what it became part of
};

/// The tree with the splits of `closed` nodes undone. Nodes that stay keep their sequence, so children remain
/// behind their parents.
Shortened without_splits(const Tree& tree, const std::vector<bool>& closed, LeafReason reason) {
  std::vector<int> place(tree.nodes.size());
  std::vector<bool> gone(tree.nodes.size(), false);
  Tree kept;
  for (Index i = 0; i < std::ssize(tree.nodes); ++i) {
    const int parent = tree.nodes[i].parent;
    if (parent >= 0 && (closed[parent] || gone[parent])) {
      gone[i] = true;
      place[i] = place[parent];
      continue;
    }
    place[i] = static_cast<int>(kept.nodes.size());
    Node& node = kept.nodes.emplace_back(tree.nodes[i]);
    if (parent >= 0) node.parent = place[parent];
    if (closed[i]) make_leaf(node, reason);
  }
  for (Node& node : kept.nodes)
    for (int& child : node.children) child = place[child];
  renumber_orders(kept);
  return {std::move(kept), std::move(place)};
}

Model with_tree(const Model& model, Shortened shortened) {
  Model result = model;
  result.tree = std::move(shortened.tree);
  if (result.cells)
    for (auto& leaf : result.cells->leaf) leaf = shortened.place[leaf];
  return result;
}

}  // namespace

std::vector<Index> Transform::constant_columns() const {
  std::vector<Index> constant;
  for (Index column = 0; column < std::ssize(scale); ++column)
    if (scale[column] == 0.0) constant.push_back(column);
  return constant;
}

std::vector<int> Tree::leaves() const {
  std::vector<int> found;
  std::vector<int> open;
  if (!nodes.empty()) open.push_back(0);
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    const std::vector<int>& children = nodes[node].children;
    if (children.empty()) found.push_back(node);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return found;
}

std::vector<int> Tree::splits() const {
  std::vector<int> found;
  for (Index i = 0; i < std::ssize(nodes); ++i)
    if (!nodes[i].children.empty()) found.push_back(static_cast<int>(i));
  std::ranges::sort(found, {}, [&](int node) { return nodes[node].order; });
  return found;
}

Model cut(const Model& model, int clusters) {
  if (clusters < 1)
    throw InvalidArgument("a model cannot be cut to " + std::to_string(clusters) +
                          " clusters, only to 1 or more");
  const std::vector<int> splits = model.tree.splits();
  Index leaves = 1;
  Index kept = 0;
  for (; kept < std::ssize(splits); ++kept) {
    leaves += model.tree.nodes[splits[kept]].children.size() - 1;
    if (leaves > clusters) break;
  }
  std::vector<bool> closed(model.tree.nodes.size(), false);
  for (Index i = kept; i < std::ssize(splits); ++i) closed[splits[i]] = true;
  return with_tree(model, without_splits(model.tree, closed, LeafReason::cut));
}

Model prune(const Model& model, int node) {
  const std::vector<Node>& nodes = model.tree.nodes;
  if (node < 0 || node >= std::ssize(nodes))
    throw InvalidArgument("node " + std::to_string(node) + " cannot be pruned: the tree has " +
                          std::to_string(nodes.size()) + " nodes, numbered from 0");
  if (nodes[node].children.empty())
    throw InvalidArgument("node " + std::to_string(node) + " cannot be pruned: it is a leaf");
  std::vector<bool> closed(nodes.size(), false);
  closed[node] = true;
  return with_tree(model, without_splits(model.tree, closed, LeafReason::pruned));
}

}  // namespace scpp
