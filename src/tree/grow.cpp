#include "tree/grow.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "micro/neighbours.hpp"
#include "micro/node_graph.hpp"
#include "scpp/errors.hpp"
#include "split/split.hpp"
#include "tree/one_cloud.hpp"

namespace scpp {
namespace {


class Grower {
 public:
  Grower(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch)
      : scaled_(scaled), judge_(judge), options_(options), watch_(watch), total_(scaled.weights.sum()) {
    std::vector<Index> all;
    for (Index row = 0; row < scaled.rows(); ++row)
      if (scaled.weights[row] > 0) all.push_back(row);
    add_node(-1, std::move(all));
  }

  /// Goes on from a tree that was grown on the same rows.
  Grower(GrownTree grown, const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch)
      : Grower(scaled, judge, options, watch) {
    tree_ = std::move(grown.tree);
    rows_.assign(tree_.nodes.size(), {});
    for (std::size_t row = 0; row < grown.leaf_of_row.size(); ++row)
      if (grown.leaf_of_row[row] >= 0)
        rows_[static_cast<std::size_t>(grown.leaf_of_row[row])].push_back(static_cast<Index>(row));
    leaves_ = static_cast<int>(tree_.clusters());
    for (const Node& node : tree_.nodes) splits_ += node.children.empty() ? 0 : 1;
  }

  GrownTree run_leaf(int leaf) {
    if (!find_split(leaf))
      throw InvalidArgument("node " + std::to_string(leaf) +
                            " cannot be split: " + tree_.nodes[static_cast<std::size_t>(leaf)].leaf_reason);
    cut(leaf);
    return {std::move(tree_), leaf_of_row(), scaled_.transform};
  }

  GrownTree run() {
    // while |Pi| < K: split the next cluster
    while (leaves_ < options_.most_clusters()) {
      const auto leaf = next_leaf();
      if (!leaf) break;
      cut(*leaf);
    }
    return {std::move(tree_), leaf_of_row(), scaled_.transform};
  }

 private:
  Index parts() const { return options_.method == Method::kway ? options_.clusters : 2; }

  void add_node(int parent, std::vector<Index> rows) {
    Node node;
    node.parent = parent;
    for (const Index row : rows) node.rows += scaled_.weights[row];
    node.leaf_reason = "enough clusters";
    tree_.nodes.push_back(std::move(node));
    rows_.push_back(std::move(rows));
  }

  bool is_open(int node) const {
    return tree_.nodes[static_cast<std::size_t>(node)].children.empty() && !closed_.contains(node);
  }

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
    const double rows = tree_.nodes[static_cast<std::size_t>(node)].rows;
    if (options_.tree.rule == LeafRule::largest) return rows;
    const double lambda2 = found_.at(node).split.lambda2;
    return options_.tree.rule == LeafRule::least_lambda2 ? -lambda2 : rows * (1 - lambda2);
  }

  /// Makes sure that the split of an open leaf is known; if there is none, closes the leaf with the reason.
  bool find_split(int node) {
    if (found_.contains(node)) return true;
    const std::vector<Index>& rows = rows_[static_cast<std::size_t>(node)];
    Vector weights(static_cast<Index>(rows.size()));
    for (Index i = 0; i < weights.size(); ++i) weights[i] = scaled_.weights[rows[static_cast<std::size_t>(i)]];
    report("microclusters", node, 0, 0, 0);
    RowMatrix members = gather(scaled_, rows);
    CloudTest test;
    if (chooses()) test = compare_with_one_cloud(members, weights, options_.split, task_for(node));
    if (chooses() && !test.clearer()) return close(node, test.sentence());
    SplitTask task = task_for(node);
    std::optional<NodeGraph> graph;
    if (judge_.neighbours.count > 0) task.graph = &graph.emplace(judge_.neighbours, rows, scaled_.weights);
    auto result = split_rows(std::move(members), weights, scaled_.scatter_inside, options_.split, task);
    if (const auto* failure = std::get_if<CannotSplit>(&result)) return close(node, failure->reason);
    SplitFound& found = found_.emplace(node, std::get<SplitFound>(std::move(result))).first->second;
    evaluations_ += found.split.evaluations;
    if (chooses()) {
      found.split.neighbour_cut = test.cut;
      found.split.cloud_cut = test.expected;
      found.split.cloud_least = test.least;
    }
    return true;
  }

  /// The data decide how many clusters there are.
  bool chooses() const { return options_.clusters == choose_clusters; }

  bool close(int node, std::string reason) {
    tree_.nodes[static_cast<std::size_t>(node)].leaf_reason = std::move(reason);
    closed_.insert(node);
    return false;
  }

  SplitTask task_for(int node) const {
    SplitTask task;
    task.node = node;
    task.parts = parts();
    task.least_side = options_.split.balance * total_ / options_.most_clusters();
    task.method = options_.method;
    task.further = judge_.further;
    task.seed = options_.seed;
    task.watch = [this, node](double beta, double lambda2, std::size_t evaluations) {
      report("pursuit", node, beta, lambda2, evaluations);
    };
    return task;
  }

  /// Pi <- (Pi \ {C'}) u {C_1, C_2}
  void cut(int node) {
    SplitFound found = std::move(found_.extract(node).mapped());
    const std::size_t count = static_cast<std::size_t>(parts());
    std::vector<std::vector<Index>> children(count);
    std::vector<Index> rows = std::move(rows_[static_cast<std::size_t>(node)]);
    for (std::size_t i = 0; i < rows.size(); ++i)
      children[static_cast<std::size_t>(found.child_of_row[i])].push_back(rows[i]);
    rows_[static_cast<std::size_t>(node)].clear();
    report("split", node, found.split.beta, found.split.lambda2, 0);
    for (auto& child : children) {
      tree_.nodes[static_cast<std::size_t>(node)].children.push_back(static_cast<int>(tree_.nodes.size()));
      add_node(node, std::move(child));
    }
    Node& parent = tree_.nodes[static_cast<std::size_t>(node)];
    parent.split = std::move(found.split);
    parent.order = splits_++;
    parent.leaf_reason.clear();
    leaves_ += static_cast<int>(count) - 1;
  }

  std::vector<std::int32_t> leaf_of_row() const {
    std::vector<std::int32_t> leaf(static_cast<std::size_t>(scaled_.rows()), -1);
    for (std::size_t node = 0; node < rows_.size(); ++node)
      for (const Index row : rows_[node]) leaf[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(node);
    return leaf;
  }

  void report(const char* stage, int node, double beta, double lambda2, std::size_t evaluations) const {
    if (!watch_) return;
    Progress progress;
    progress.stage = stage;
    progress.node = node;
    progress.rows = tree_.nodes[static_cast<std::size_t>(node)].rows;
    progress.clusters_found = leaves_;
    progress.clusters_wanted = options_.most_clusters();
    progress.beta = beta;
    progress.lambda2 = lambda2;
    progress.evaluations = evaluations_ + evaluations;
    if (!watch_(progress)) throw Cancelled();
  }

  const Scaled& scaled_;
  const Judge& judge_;
  const FitOptions& options_;
  const Observer& watch_;
  double total_;
  Tree tree_;
  std::vector<std::vector<Index>> rows_;  // of every leaf
  std::map<int, SplitFound> found_;       // splits known but not made
  std::set<int> closed_;           // leaves that cannot be split
  int leaves_ = 1, splits_ = 0;
  std::size_t evaluations_ = 0;
};

}  // namespace

GrownTree grow(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch) {
  return Grower(scaled, judge, options, watch).run();
}

GrownTree grow_leaf(GrownTree grown, int leaf, const Scaled& scaled, const Judge& judge, const FitOptions& options,
                    const Observer& watch) {
  return Grower(std::move(grown), scaled, judge, options, watch).run_leaf(leaf);
}

}  // namespace scpp
