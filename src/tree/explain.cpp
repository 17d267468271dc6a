#include "tree/explain.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "scpp/errors.hpp"
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

/// Grows the tree from the top, the clearest split first.
class Explainer {
 public:
  Explainer(const Scaled& scaled, Parts parts, Index clusters, const NeighbourGraph& neighbours,
            const Graph& graph, const FitOptions& options, const Observer& watch)
      : scaled_(scaled),
        parts_(std::move(parts)),
        clusters_(clusters),
        neighbours_(neighbours),
        graph_(graph),
        options_(options),
        watch_(watch),
        between_(cluster_graph(graph, parts_, clusters)) {
    std::vector<Index> all(scaled.rows());
    for (Index row = 0; row < scaled.rows(); ++row) all[row] = row;
    std::vector<std::int32_t> every(clusters);
    for (Index cluster = 0; cluster < clusters; ++cluster)
      every[cluster] = static_cast<std::int32_t>(cluster);
    add_node(-1, std::move(all), std::move(every));
  }

  std::optional<GrownTree> run() {
    for (Index splits = 0; splits + 1 < clusters_; ++splits)
      if (!cut(clearest_leaf(), static_cast<int>(splits))) return std::nullopt;
    std::vector<std::int32_t> leaf(scaled_.rows());
    for (std::size_t node = 0; node < open_.size(); ++node)
      for (const Index row : open_[node].rows) leaf[row] = static_cast<std::int32_t>(node);
    return GrownTree{std::move(tree_), std::move(leaf), scaled_.transform};
  }

 private:
  struct Open {
    std::vector<Index> rows;
    std::vector<std::int32_t> clusters;
    Grouping grouping;
  };

  void add_node(int parent, std::vector<Index> rows, std::vector<std::int32_t> clusters) {
    Node node;
    node.parent = parent;
    for (const Index row : rows) node.rows += scaled_.weights[row];
    node.why_leaf = LeafReason::enough_clusters;
    tree_.nodes.push_back(std::move(node));
    Grouping grouping = clusters.size() > 1 ? clearest_grouping(between_, clusters) : Grouping{};
    open_.push_back({std::move(rows), std::move(clusters), std::move(grouping)});
  }

  int clearest_leaf() const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t node = 0; node < open_.size(); ++node)
      if (open_[node].clusters.size() > 1 &&
          (open_[node].grouping.cut < least || open_[best].clusters.size() < 2)) {
        best = node;
        least = open_[node].grouping.cut;
      }
    return static_cast<int>(best);
  }

  bool cut(int at, int order) {
    Open here = std::move(open_[at]);
    open_[at] = {};
    std::vector<std::int32_t> side_of_cluster(clusters_, -1);
    for (std::size_t i = 0; i < here.clusters.size(); ++i)
      side_of_cluster[here.clusters[i]] = here.grouping.side[i];
    const std::optional<SplitFound> found = split(at, here, side_of_cluster);
    if (!found) return false;
    report(at, found->split.lambda2, order);
    std::vector<Index> rows[2];
    std::vector<std::int32_t> clusters[2];
    for (const auto cluster : here.clusters) clusters[side_of_cluster[cluster]].push_back(cluster);
    for (std::size_t i = 0; i < here.rows.size(); ++i) rows[found->child_of_row[i]].push_back(here.rows[i]);
    for (int side = 0; side < 2; ++side) {
      tree_.nodes[at].children.push_back(static_cast<int>(tree_.nodes.size()));
      add_node(at, std::move(rows[side]), std::move(clusters[side]));
    }
    tree_.nodes[at].split = found->split;
    tree_.nodes[at].order = order;
    tree_.nodes[at].why_leaf.reset();
    return true;
  }

  /// Nothing when a cluster loses all of its rows to the rule.
  std::optional<SplitFound> split(int at, const Open& here,
                                  const std::vector<std::int32_t>& side_of_cluster) {
    const NodeGraph graph(neighbours_, here.rows, scaled_.weights);
    Vector weights(std::ssize(here.rows));
    Parts sides;
    for (std::size_t i = 0; i < here.rows.size(); ++i) {
      weights[static_cast<Index>(i)] = scaled_.weights[here.rows[i]];
      sides.push_back(side_of_cluster[parts_[here.rows[i]]]);
    }
    SplitTask task;
    task.node = at;
    task.seed = options_.seed;
    std::optional<SplitFound> found = split_as(gather(scaled_, here.rows), weights, scaled_.scatter_inside,
                                               sides, graph, options_.split, task);
    if (found && !keeps_all_clusters(here, *found, side_of_cluster)) return std::nullopt;
    return found;
  }

  /// Rows that crossed, where the border runs through a cloud, join the cluster over there that most of their
  /// edges lead to.
  bool keeps_all_clusters(const Open& here, const SplitFound& found,
                          const std::vector<std::int32_t>& side_of_cluster) {
    std::vector<Index> left(clusters_, 0);
    for (std::size_t i = 0; i < here.rows.size(); ++i)
      if (side_of_cluster[parts_[here.rows[i]]] == found.child_of_row[i]) ++left[parts_[here.rows[i]]];
    for (const auto cluster : here.clusters)
      if (left[cluster] == 0) return false;
    const Parts before = parts_;
    for (std::size_t i = 0; i < here.rows.size(); ++i)
      if (side_of_cluster[before[here.rows[i]]] != found.child_of_row[i])
        parts_[here.rows[i]] =
            nearest_cluster(here.rows[i], before, here, side_of_cluster, found.child_of_row[i]);
    return true;
  }

  std::int32_t nearest_cluster(Index row, const Parts& parts, const Open& here,
                               const std::vector<std::int32_t>& side_of_cluster, std::int32_t side) const {
    Vector weight = Vector::Constant(clusters_, -1);
    for (const auto cluster : here.clusters)
      if (side_of_cluster[cluster] == side) weight[cluster] = 0;
    for (Index at = graph_.begin[row]; at < graph_.begin[row + 1]; ++at)
      if (const std::int32_t cluster = parts[graph_.to[at]]; weight[cluster] >= 0)
        weight[cluster] += graph_.weight[at];
    Index best = 0;
    weight.maxCoeff(&best);
    return static_cast<std::int32_t>(best);
  }

  void report(int node, double lambda2, int splits) const {
    if (!watch_) return;
    Progress progress;
    progress.stage = Stage::split;
    progress.node = node;
    progress.rows = tree_.nodes[node].rows;
    progress.clusters_found = splits + 1;
    progress.clusters_wanted = static_cast<int>(clusters_);
    progress.lambda2 = lambda2;
    if (!watch_(progress)) throw Cancelled();
  }

  const Scaled& scaled_;
  Parts parts_;
  Index clusters_;
  const NeighbourGraph& neighbours_;
  const Graph& graph_;
  const FitOptions& options_;
  const Observer& watch_;
  ClusterGraph between_;
  Tree tree_;
  std::vector<Open> open_;  // of every node; inner nodes have none left
};

}  // namespace

std::optional<GrownTree> explain(const Scaled& scaled, Parts parts, Index clusters,
                                 const NeighbourGraph& neighbours, const Graph& graph,
                                 const FitOptions& options, const Observer& watch) {
  return Explainer(scaled, std::move(parts), clusters, neighbours, graph, options, watch).run();
}

}  // namespace scpp
