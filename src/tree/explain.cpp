#include "tree/explain.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "split/judge.hpp"
#include "split/split.hpp"

namespace scpp {
namespace {

// Up to so many clusters every way to part them is looked at; of more, the two that hang together most are
// joined first.
constexpr Index all_ways_up_to = 12;

/// Weights of edges between clusters, and of all edges of each.
struct ClusterGraph {
  RowMatrix between;
  Vector volume;
};

ClusterGraph cluster_graph(const Graph& graph, const Parts& parts, Index clusters) {
  ClusterGraph result{RowMatrix::Zero(clusters, clusters), Vector::Zero(clusters)};
  for (Index i = 0; i < graph.nodes(); ++i) {
    result.volume[parts[i]] += graph.degree[i];
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      if (parts[graph.to[at]] != parts[i]) result.between(parts[i], parts[graph.to[at]]) += graph.weight[at];
  }
  return result;
}

/// Two groups of some clusters: side 0 or 1 of each of them.
struct Grouping {
  std::vector<std::int32_t> side;
  double cut = std::numeric_limits<double>::infinity();  ///< normalised, among these clusters alone
};

double normalised_cut(const ClusterGraph& graph, const std::vector<std::int32_t>& clusters,
                      const std::vector<std::int32_t>& side) {
  double cut = 0, volume[2] = {0, 0};
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    for (std::size_t j = 0; j < clusters.size(); ++j) {
      const double weight = graph.between(clusters[i], clusters[j]);
      if (side[i] != side[j]) cut += weight / 2;
    }
    volume[side[i]] += graph.volume[clusters[i]];
  }
  return cut / volume[0] + cut / volume[1];
}

Grouping best_of_all_ways(const ClusterGraph& graph, const std::vector<std::int32_t>& clusters) {
  const Index count = std::ssize(clusters);
  Grouping best;
  for (std::uint32_t way = 1; way < (1u << (count - 1)); ++way) {  // the last cluster stays on side 0
    std::vector<std::int32_t> side(count, 0);
    for (Index i = 0; i + 1 < count; ++i) side[i] = (way >> i) & 1;
    if (const double cut = normalised_cut(graph, clusters, side); cut < best.cut)
      best = {std::move(side), cut};
  }
  return best;
}

Grouping joined_to_two(const ClusterGraph& graph, const std::vector<std::int32_t>& clusters) {
  std::vector<std::vector<std::int32_t>> groups;
  for (const auto cluster : clusters) groups.push_back({cluster});
  const auto held_together = [&](const auto& a, const auto& b) {
    double weight = 0, volume_a = 0, volume_b = 0;
    for (const auto i : a)
      for (const auto j : b) weight += graph.between(i, j);
    for (const auto i : a) volume_a += graph.volume[i];
    for (const auto j : b) volume_b += graph.volume[j];
    return weight / (volume_a * volume_b);
  };
  while (groups.size() > 2) {
    std::size_t best_a = 0, best_b = 1;
    double most = -1;
    for (std::size_t a = 0; a < groups.size(); ++a)
      for (std::size_t b = a + 1; b < groups.size(); ++b)
        if (const double value = held_together(groups[a], groups[b]); value > most)
          most = value, best_a = a, best_b = b;
    groups[best_a].insert(groups[best_a].end(), groups[best_b].begin(), groups[best_b].end());
    groups.erase(groups.begin() + static_cast<Index>(best_b));
  }
  Grouping result;
  for (const auto cluster : clusters)
    result.side.push_back(std::ranges::find(groups[1], cluster) != groups[1].end());
  result.cut = normalised_cut(graph, clusters, result.side);
  return result;
}

Grouping clearest_grouping(const ClusterGraph& graph, const std::vector<std::int32_t>& clusters) {
  return std::ssize(clusters) <= all_ways_up_to ? best_of_all_ways(graph, clusters)
                                                : joined_to_two(graph, clusters);
}

/// A node before any row is looked at: its clusters, and how they part.
struct Outline {
  int parent = -1;
  std::vector<std::int32_t> clusters;
  Grouping grouping;
  int children[2] = {-1, -1};  ///< of a node that parts
  int order = -1;              ///< its place among the splits

  bool parts() const { return clusters.size() > 1; }
};

/// Every node of the tree, the clearest split first.
std::vector<Outline> outline_of(const ClusterGraph& graph, Index clusters) {
  std::vector<Outline> nodes;
  const auto add = [&](int parent, std::vector<std::int32_t> some) {
    Grouping grouping = some.size() > 1 ? clearest_grouping(graph, some) : Grouping{};
    nodes.push_back({parent, std::move(some), std::move(grouping)});
    return static_cast<int>(nodes.size()) - 1;
  };
  std::vector<std::int32_t> every(clusters);
  std::iota(every.begin(), every.end(), 0);
  add(-1, std::move(every));
  for (int order = 0; order + 1 < clusters; ++order) {
    std::optional<int> clearest;
    for (int node = 0; node < std::ssize(nodes); ++node)
      if (nodes[node].parts() && nodes[node].order < 0 &&
          (!clearest || nodes[node].grouping.cut < nodes[*clearest].grouping.cut))
        clearest = node;
    std::vector<std::int32_t> sides[2];
    for (std::size_t i = 0; i < nodes[*clearest].clusters.size(); ++i)
      sides[nodes[*clearest].grouping.side[i]].push_back(nodes[*clearest].clusters[i]);
    nodes[*clearest].order = order;
    for (int side = 0; side < 2; ++side) {
      const int child = add(*clearest, std::move(sides[side]));
      nodes[*clearest].children[side] = child;
    }
  }
  return nodes;
}

/// Splits the nodes of the outline, what hangs on the two sides of one at the same time.
class Explainer {
 public:
  Explainer(const Scaled& scaled, Parts parts, Index clusters, const NeighbourGraph& neighbours,
            const Graph& graph, const FitOptions& options, const Observer& watch)
      : scaled_(scaled),
        parts_(std::move(parts)),
        neighbours_(neighbours),
        graph_(graph),
        options_(options),
        watch_(watch),
        outline_(outline_of(cluster_graph(graph, parts_, clusters), clusters)),
        rows_(outline_.size()),
        splits_(outline_.size()) {
    rows_[0].resize(scaled.rows());
    std::iota(rows_[0].begin(), rows_[0].end(), Index{0});
  }

  std::optional<GrownTree> run() {
    CallerOnly caller;
    try {
      if (!explain_below(0, caller)) return std::nullopt;
    } catch (...) {
      caller.rethrow();
      throw;
    }
    tell();
    return grown();
  }

 private:
  /// False when the rule of a split is not to be had, or takes all of a cluster's rows.
  bool explain_below(int at, CallerOnly& caller) {
    if (!outline_[at].parts()) return true;
    splits_[at] = split(at);
    if (!splits_[at] || !hand_down(at)) return false;
    caller([&] { tell(); });
    std::array<bool, 2> done{};
    parallel_each(3, [&](Index which) {
      if (which < 2)
        done[which] = explain_below(outline_[at].children[which], caller);
      else
        tell_cut(at);
    });
    return done[0] && done[1];
  }

  void tell_cut(int at) {
    SplitFound& found = *splits_[at];
    found.split.neighbour_cut = normalised_cut(neighbours_, rows_[at], scaled_.weights, found.child_of_row);
  }

  /// The side of each of the node's clusters; -1 for all others.
  std::vector<std::int32_t> sides_of(const Outline& node) const {
    std::vector<std::int32_t> side(outline_[0].clusters.size(), -1);
    for (std::size_t i = 0; i < node.clusters.size(); ++i) side[node.clusters[i]] = node.grouping.side[i];
    return side;
  }

  std::optional<SplitFound> split(int at) const {
    const std::vector<Index>& rows = rows_[at];
    const std::vector<std::int32_t> side_of_cluster = sides_of(outline_[at]);
    Vector weights(std::ssize(rows));
    Parts sides;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      weights[static_cast<Index>(i)] = scaled_.weights[rows[i]];
      sides.push_back(side_of_cluster[parts_[rows[i]]]);
    }
    SplitTask task;
    task.node = at;
    task.seed = options_.seed;
    return split_as(gather(scaled_, rows), weights, scaled_.scatter_inside, sides, options_.split, task);
  }

  /// Rows go to the children. Those that crossed, where the border runs through a cloud, join the cluster
  /// over there that most of their edges lead to. False when a cluster loses all of its rows to the rule.
  bool hand_down(int at) {
    const Outline& node = outline_[at];
    const std::vector<Index>& rows = rows_[at];
    const std::vector<std::int32_t> side_of_cluster = sides_of(node), &child = splits_[at]->child_of_row;
    std::vector<Index> left(side_of_cluster.size(), 0), crossed;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows_[node.children[child[i]]].push_back(rows[i]);
      if (side_of_cluster[parts_[rows[i]]] == child[i])
        ++left[parts_[rows[i]]];
      else
        crossed.push_back(static_cast<Index>(i));
    }
    if (std::ranges::any_of(node.clusters, [&](std::int32_t cluster) { return left[cluster] == 0; }))
      return false;
    std::vector<std::int32_t> joined;
    const std::lock_guard lock(mutex_);  // neighbours may be rows that another thread hands down
    untold_.push_back(at);
    for (const Index i : crossed)
      joined.push_back(nearest_cluster(rows[i], outline_[node.children[child[i]]].clusters));
    for (std::size_t k = 0; k < crossed.size(); ++k) parts_[rows[crossed[k]]] = joined[k];
    return true;
  }

  std::int32_t nearest_cluster(Index row, const std::vector<std::int32_t>& clusters) const {
    Vector weight = Vector::Constant(std::ssize(outline_[0].clusters), -1);
    for (const auto cluster : clusters) weight[cluster] = 0;
    for (Index at = graph_.begin[row]; at < graph_.begin[row + 1]; ++at)
      if (const std::int32_t cluster = parts_[graph_.to[at]]; weight[cluster] >= 0)
        weight[cluster] += graph_.weight[at];
    Index best = 0;
    weight.maxCoeff(&best);
    return static_cast<std::int32_t>(best);
  }

  GrownTree grown() {
    GrownTree grown{{}, std::vector<std::int32_t>(scaled_.rows()), scaled_.transform};
    for (std::size_t at = 0; at < outline_.size(); ++at) {
      const Outline& from = outline_[at];
      Node node;
      node.parent = from.parent;
      node.rows = weight_of(static_cast<int>(at));
      if (from.parts()) {
        node.children.assign(std::begin(from.children), std::end(from.children));
        node.split = std::move(splits_[at]->split);
        node.order = from.order;
      } else {
        node.why_leaf = LeafReason::enough_clusters;
        for (const Index row : rows_[at]) grown.leaf_of_row[row] = static_cast<std::int32_t>(at);
      }
      grown.tree.nodes.push_back(std::move(node));
    }
    return grown;
  }

  double weight_of(int node) const {
    double sum = 0;
    for (const Index row : rows_[node]) sum += scaled_.weights[row];
    return sum;
  }

  /// Of the splits that were found since the last word.
  void tell() {
    std::vector<int> nodes;
    {
      const std::lock_guard lock(mutex_);
      nodes.swap(untold_);
    }
    for (const int node : nodes) {
      Progress progress;
      progress.stage = Stage::split;
      progress.node = node;
      progress.rows = weight_of(node);
      progress.clusters_found = ++clusters_found_;
      progress.clusters_wanted = static_cast<int>(outline_[0].clusters.size());
      progress.beta = splits_[node]->split.beta;
      progress.lambda2 = splits_[node]->split.lambda2;
      progress.evaluations = evaluations_ += splits_[node]->split.evaluations;
      report_progress(watch_, progress);
    }
  }

  const Scaled& scaled_;
  Parts parts_;
  const NeighbourGraph& neighbours_;
  const Graph& graph_;
  const FitOptions& options_;
  const Observer& watch_;
  std::vector<Outline> outline_;
  std::vector<std::vector<Index>> rows_;           // of every node that was reached
  std::vector<std::optional<SplitFound>> splits_;  // of every node that was split
  std::mutex mutex_;                               // of the parts of rows that cross, and of
  std::vector<int> untold_;                        // nodes whose split the caller has not heard of
  int clusters_found_ = 0;
  Index evaluations_ = 0;
};

}  // namespace

std::optional<GrownTree> explain(const Scaled& scaled, Parts parts, Index clusters,
                                 const NeighbourGraph& neighbours, const Graph& graph,
                                 const FitOptions& options, const Observer& watch) {
  return Explainer(scaled, std::move(parts), clusters, neighbours, graph, options, watch).run();
}

}  // namespace scpp
