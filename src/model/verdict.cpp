#include "scpp/verdict.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "model/reference_cloud.hpp"
#include "scpp/errors.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/learn_metric.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

constexpr Index most_doubts_told = 3;

std::vector<ClusterVerdict> of_clusters(const Separation& separation) {
  const Index count = separation.weights.size();
  std::vector<ClusterVerdict> clusters(count);
  if (count < 2) return clusters;
  for (Index part = 0; part < count; ++part) {
    Index nearest = part == 0 ? 1 : 0;
    for (Index other = 0; other < count; ++other)
      if (other != part && separation.overlaps(part, other) > separation.overlaps(part, nearest))
        nearest = other;
    clusters[part] = {std::clamp(1 - separation.overlaps(part, nearest), 0.0, 1.0),
                      static_cast<int>(nearest)};
  }
  return clusters;
}

// Of a normalised cut: what is joined by more is judged by its valleys alone.
constexpr double hardly_joined = 0.02;

bool has_hardly_joined(const Tree& tree) {
  return std::ranges::any_of(tree.nodes, [](const Node& node) {
    return node.split && node.split->neighbour_cut && *node.split->neighbour_cut <= hardly_joined;
  });
}

/// Between rings, or arms of a spiral, no line shows a valley, but hardly an edge of the neighbour graph
/// joins them. Rows that form a chain hold together as little as one cloud can: joined to k / 2 on either
/// side, k (k + 2) / 8 edges cross every place. Fewer edges than that are no overlap.
void hear_graph(Separation& separation, const PartedCloud& parted) {
  const Graph graph = neighbour_graph(parted.cloud.rows, parted.cloud.weights);
  const auto neighbours = static_cast<double>(neighbours_among(graph.nodes()));
  RowMatrix joined = RowMatrix::Zero(parted.count, parted.count);  // edges, in units of a chain's
  for (Index i = 0; i < graph.nodes(); ++i)
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      joined(parted.parts[i], parted.parts[graph.to[at]]) += 8 / (neighbours * (neighbours + 2));
  separation.overlaps = separation.overlaps.cwiseMin(joined);
  separation.overlaps.diagonal().setZero();
}

/// The clusters below every node.
std::vector<std::vector<Index>> clusters_below(const Tree& tree) {
  std::vector<std::vector<Index>> below(tree.nodes.size());
  const std::vector<std::int32_t> label = label_of_node(tree);
  for (Index node = std::ssize(tree.nodes) - 1; node >= 0; --node) {  // children stand behind their parents
    if (label[node] >= 0) below[node].push_back(label[node]);
    for (const int child : tree.nodes[node].children)
      below[node].insert(below[node].end(), below[child].begin(), below[child].end());
  }
  return below;
}

/// As Separation::mean, but only overlaps between the children of the node count.
double of_split(const Node& node, const std::vector<std::vector<Index>>& below,
                const Separation& separation) {
  double overlap = 0, weight = 0;
  for (const int child : node.children)
    for (const Index part : below[child]) {
      double most = 0;
      for (const int other : node.children)
        if (other != child)
          for (const Index across : below[other]) most = std::max(most, separation.overlaps(part, across));
      overlap += separation.weights[part] * most;
      weight += separation.weights[part];
    }
  return weight > 0 ? std::clamp(1 - overlap / weight, 0.0, 1.0) : 0;
}

/// "clusters 3 and 8 may be one": those that are nearest to each other, the least clear first.
std::string doubts(const std::vector<ClusterVerdict>& clusters, int first) {
  std::vector<std::pair<double, std::pair<int, int>>> pairs;
  for (int part = 0; part < std::ssize(clusters); ++part) {
    if (clarity_of(clusters[part].clarity) != Clarity::doubtful) continue;
    const auto pair = std::minmax(part, *clusters[part].nearest);
    pairs.push_back({clusters[part].clarity, pair});
  }
  std::ranges::sort(pairs);
  std::vector<std::pair<int, int>> told;
  for (const auto& [clarity, pair] : pairs)
    if (std::ranges::find(told, pair) == told.end()) told.push_back(pair);
  if (told.empty()) return "";
  std::string text = ": clusters ";
  for (Index i = 0; i < std::min(std::ssize(told), most_doubts_told); ++i)
    text += (i ? ", " : "") + std::to_string(first + told[i].first) + " and " +
            std::to_string(first + told[i].second);
  if (std::ssize(told) > most_doubts_told) text += " and others";
  return text + (told.size() == 1 ? " may be one" : " may each be one");
}

constexpr Index least_rows_to_split = 4 * neighbours_of_a_row;
constexpr double clearly_more = 0.2;  // of clarity

/// How clear the best cut of a cluster in two is, as communities of its own reference rows find it.
double clarity_if_split(const PartedCloud& parted, std::int32_t cluster) {
  std::vector<Index> rows;
  for (Index row = 0; row < std::ssize(parted.parts); ++row)
    if (parted.parts[row] == cluster) rows.push_back(row);
  if (std::ssize(rows) < least_rows_to_split) return 0;
  Cloud cloud{parted.cloud.rows(rows, Eigen::all), parted.cloud.weights(rows), parted.cloud.scatter_inside};
  const Graph graph = neighbour_graph(cloud.rows, cloud.weights);
  double resolution = 1;
  Parts halves = find_communities(graph, 2, Sizes::any, resolution);
  return 1 -
         cross_fitted_separation({std::move(cloud), std::move(halves), 2}, Overlap::valley).overlaps(0, 1);
}

/// The cluster that splits most clearly, if that is clear, and clearer by far than a split that was made.
std::optional<int> better_split(const Verdict& verdict, const PartedCloud& parted) {
  double least = 1;
  for (const std::optional<double>& split : verdict.splits) least = std::min(least, split.value_or(1.0));
  double most = std::max(clear_from, least + clearly_more);
  if (most >= 1) return {};
  std::optional<int> best;
  for (int cluster = 0; cluster < parted.count; ++cluster)
    if (const double clarity = clarity_if_split(parted, cluster); clarity > most) {
      most = clarity;
      best = cluster;
    }
  return best;
}

std::string of_one_cluster(const Node& root) {
  const bool was_tested = root.why_leaf && root.why_leaf->reason == LeafReason::one_cloud;
  return was_tested ? "1 cluster, " + root.why_leaf->sentence : "1 cluster: the rows were not split";
}

std::string in_one_sentence(const std::vector<ClusterVerdict>& clusters, int first) {
  std::string text = std::to_string(clusters.size()) + " clusters: ";
  bool begun = false;
  for (const Clarity clarity : {Clarity::clear, Clarity::weak, Clarity::doubtful}) {
    const auto count = std::ranges::count_if(
        clusters, [&](const ClusterVerdict& each) { return clarity_of(each.clarity) == clarity; });
    if (count == 0) continue;
    const bool all = count == std::ssize(clusters);
    const std::string whole = clusters.size() == 2 ? "both" : "all";
    text += (begun ? ", " : "") + (all ? whole : std::to_string(count)) + " " + std::string(word(clarity));
    begun = true;
  }
  return text + doubts(clusters, first);
}

}  // namespace

Clarity clarity_of(double value) {
  if (value >= clear_from) return Clarity::clear;
  return value < doubtful_below ? Clarity::doubtful : Clarity::weak;
}

std::string_view word(Clarity clarity) {
  switch (clarity) {
    case Clarity::clear:
      return "clear";
    case Clarity::weak:
      return "weak";
    case Clarity::doubtful:
      return "doubtful";
  }
  return {};
}

bool has_verdict(const Model& model) {
  return model.reference && model.tree.clusters() <= most_clusters_judged;
}

Verdict verdict(const Model& model, int first) {
  if (model.tree.clusters() > most_clusters_judged)
    throw InvalidArgument("how clear clusters are is told of at most " +
                          std::to_string(most_clusters_judged) + ", but the model has " +
                          std::to_string(model.tree.clusters()) + "; cut it to fewer");
  const ScopedThreads threads(model.options.threads);
  const PartedCloud parted = reference_cloud(model).parted;
  Separation separation = cross_fitted_separation(parted, Overlap::valley);
  if (has_hardly_joined(model.tree)) hear_graph(separation, parted);
  const std::vector<std::vector<Index>> below = clusters_below(model.tree);
  Verdict verdict{of_clusters(separation), {}, {}, {}};
  for (const Node& node : model.tree.nodes)
    verdict.splits.push_back(node.split ? std::optional(of_split(node, below, separation)) : std::nullopt);
  verdict.better_split = better_split(verdict, parted);
  verdict.sentence = verdict.clusters.size() == 1 ? of_one_cluster(model.tree.nodes[0])
                                                  : in_one_sentence(verdict.clusters, first);
  if (verdict.better_split)
    verdict.sentence +=
        "; cluster " + std::to_string(first + *verdict.better_split) + " would split more clearly";
  return verdict;
}

}  // namespace scpp
