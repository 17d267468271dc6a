#include "tree/grow.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "scpp/errors.hpp"
#include "tree/leaf_search.hpp"

namespace scpp {
namespace {

class Grower {
 public:
  Grower(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch)
      : scaled_(scaled), options_(options), watch_(watch), search_(scaled, judge, options) {
    std::vector<Index> all;
    for (Index row = 0; row < scaled.rows(); ++row)
      if (scaled.weights[row] > 0) all.push_back(row);
    add_node(-1, std::move(all));
  }

  /// Goes on from a tree that was grown on the same rows.
  Grower(GrownTree grown, const Scaled& scaled, const Judge& judge, const FitOptions& options,
         const Observer& watch)
      : Grower(scaled, judge, options, watch) {
    tree_ = std::move(grown.tree);
    rows_.assign(tree_.nodes.size(), {});
    for (Index row = 0; row < std::ssize(grown.leaf_of_row); ++row)
      if (grown.leaf_of_row[row] >= 0) rows_[grown.leaf_of_row[row]].push_back(row);
    leaves_ = static_cast<int>(tree_.clusters());
    for (const Node& node : tree_.nodes) splits_ += node.children.empty() ? 0 : 1;
  }

  GrownTree run_leaf(int leaf) {
    search({leaf});
    if (!find_split(leaf))
      throw InvalidArgument("node " + std::to_string(leaf) +
                            " cannot be split: " + tree_.nodes[leaf].why_leaf->sentence);
    cut(leaf);
    return {std::move(tree_), leaf_of_row(), scaled_.transform};
  }

  GrownTree run() {
    search_.take_products(rows_[0]);
    // while |Pi| < K: split the next cluster
    while (leaves_ < options_.most_clusters()) {
      const auto leaf = next_leaf();
      if (!leaf) break;
      cut(*leaf);
    }
    return {std::move(tree_), leaf_of_row(), scaled_.transform};
  }

 private:
  double size_of(int node) const { return tree_.nodes[node].rows; }

  void add_node(int parent, std::vector<Index> rows) {
    Node node;
    node.parent = parent;
    for (const Index row : rows) node.rows += scaled_.weights[row];
    node.why_leaf = LeafReason::enough_clusters;
    tree_.nodes.push_back(std::move(node));
    rows_.push_back(std::move(rows));
  }

  bool is_open(int node) const { return tree_.nodes[node].children.empty() && !closed_.contains(node); }

  /// C' <- argmax |C|. The other rules look at the split that a leaf would get, so they need it first.
  std::optional<int> next_leaf() {
    while (true) {
      std::optional<int> best;
      double best_score = 0;
      for (int node = 0; node < static_cast<int>(tree_.nodes.size()); ++node) {
        if (!is_open(node)) continue;
        if (options_.tree.rule != LeafRule::largest && !find_split(node)) continue;
        if (const double score = score_of(node); !best || score > best_score) {
          best = node;
          best_score = score;
        }
      }
      if (!best || find_split(*best)) return best;
    }
  }

  double score_of(int node) const {
    if (options_.tree.rule == LeafRule::largest) return size_of(node);
    const double lambda2 = std::get<SplitFound>(found_.at(node)).split.lambda2;
    return options_.tree.rule == LeafRule::least_lambda2 ? -lambda2 : size_of(node) * (1 - lambda2);
  }

  /// Makes sure that the split of an open leaf is known; if there is none, closes the leaf with the reason.
  bool find_split(int node) {
    if (!found_.contains(node)) search(with_likely(node));
    const auto* failure = std::get_if<WhyLeaf>(&found_.at(node));
    if (!failure) return true;
    tree_.nodes[node].why_leaf = *failure;
    closed_.insert(node);
    found_.erase(node);
    return false;
  }

  void search(const std::vector<int>& leaves) {
    std::vector<LeafToSearch> asked;
    for (const int leaf : leaves) asked.push_back({leaf, rows_[leaf]});
    std::vector<LeafSplit> splits = search_.search(asked, [this](auto... what) { report(what...); });
    for (Index i = 0; i < std::ssize(leaves); ++i) {
      if (const auto* split = std::get_if<SplitFound>(&splits[i])) evaluations_ += split->split.evaluations;
      found_.emplace(leaves[i], std::move(splits[i]));
    }
  }

  /// The leaf and, for threads that would be idle, the largest others that are likely to be split as well. A
  /// split that is not asked for in the end is forgotten, so the tree is that of one thread.
  std::vector<int> with_likely(int leaf) const {
    std::vector<int> leaves{leaf};
    for (int node = 0; node < static_cast<int>(tree_.nodes.size()); ++node)
      if (node != leaf && is_open(node) && !found_.contains(node) && is_likely(node)) leaves.push_back(node);
    std::stable_sort(leaves.begin() + 1, leaves.end(),
                     [this](int a, int b) { return size_of(a) > size_of(b); });
    leaves.resize(search_.at_once(std::min(std::ssize(leaves), splits_to_search())));
    return leaves;
  }

  /// With clusters of like size a leaf holds one, two or more of them.
  bool is_likely(int node) const {
    constexpr double more_than_one = 1.5;
    if (options_.tree.rule != LeafRule::largest || options_.clusters == choose_clusters) return true;
    return size_of(node) > more_than_one * size_of(0) / options_.most_clusters();
  }

  /// Splits that are still wanted and not known yet; those rules that compare splits want all.
  Index splits_to_search() const {
    if (options_.tree.rule != LeafRule::largest) return tree_.nodes.size();
    return std::max(options_.most_clusters() - leaves_ - std::ssize(found_), Index{1});
  }

  /// Pi <- (Pi \ {C'}) u {C_1, C_2}
  void cut(int node) {
    SplitFound found = std::get<SplitFound>(std::move(found_.extract(node).mapped()));
    const Index count = search_.parts();
    std::vector<std::vector<Index>> children(count);
    std::vector<Index> rows = std::move(rows_[node]);
    for (Index i = 0; i < std::ssize(rows); ++i) children[found.child_of_row[i]].push_back(rows[i]);
    rows_[node].clear();
    report(Stage::split, node, found.split.beta, found.split.lambda2, 0);
    for (auto& child : children) {
      tree_.nodes[node].children.push_back(static_cast<int>(tree_.nodes.size()));
      add_node(node, std::move(child));
    }
    Node& parent = tree_.nodes[node];
    parent.split = std::move(found.split);
    parent.order = splits_++;
    parent.why_leaf.reset();
    leaves_ += static_cast<int>(count) - 1;
  }

  std::vector<std::int32_t> leaf_of_row() const {
    std::vector<std::int32_t> leaf(scaled_.rows(), -1);
    for (Index node = 0; node < std::ssize(rows_); ++node)
      for (const Index row : rows_[node]) leaf[row] = static_cast<std::int32_t>(node);
    return leaf;
  }

  void report(Stage stage, int node, double beta, double lambda2, Index evaluations) const {
    report_progress(watch_, {stage, node, size_of(node), leaves_, options_.most_clusters(), beta, lambda2,
                             evaluations_ + evaluations});
  }

  const Scaled& scaled_;
  const FitOptions& options_;
  const Observer& watch_;
  LeafSearch search_;
  Tree tree_;
  std::vector<std::vector<Index>> rows_;  // of every leaf
  std::map<int, LeafSplit> found_;        // what is known of leaves and not used yet
  std::set<int> closed_;                  // leaves that cannot be split
  int leaves_ = 1, splits_ = 0;
  Index evaluations_ = 0;
};

}  // namespace

NodeMembers members_of(const GrownTree& grown, int node) {
  const std::vector<Node>& nodes = grown.tree.nodes;
  std::vector<std::int32_t> child_of(nodes.size(), -1);
  const std::vector<int>& children = nodes[node].children;
  for (Index i = 0; i < std::ssize(children); ++i) child_of[children[i]] = static_cast<std::int32_t>(i);
  for (Index below = node + 1; below < std::ssize(nodes); ++below)
    if (child_of[below] < 0) child_of[below] = child_of[nodes[below].parent];
  NodeMembers members;
  for (Index row = 0; row < std::ssize(grown.leaf_of_row); ++row) {
    const std::int32_t leaf = grown.leaf_of_row[row];
    if (leaf < 0 || child_of[leaf] < 0) continue;
    members.rows.push_back(row);
    members.child.push_back(child_of[leaf]);
  }
  return members;
}

GrownTree grow(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch) {
  return Grower(scaled, judge, options, watch).run();
}

GrownTree grow_leaf(GrownTree grown, int leaf, const Scaled& scaled, const Judge& judge,
                    const FitOptions& options, const Observer& watch) {
  return Grower(std::move(grown), scaled, judge, options, watch).run_leaf(leaf);
}

}  // namespace scpp
