#include "tree/grow_best.hpp"

#include <algorithm>
#include <utility>

#include "micro/node_graph.hpp"
#include "split/choose.hpp"

namespace scpp {
namespace {

std::vector<Index> rows_with_weight(const Scaled& scaled) {
  std::vector<Index> rows;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (scaled.weights[row] > 0) rows.push_back(row);
  return rows;
}

FitOptions with_microclusters(FitOptions options, double share) {
  options.split.microclusters = std::max(2, static_cast<int>(share * options.split.microclusters));
  return options;
}

/// Settings that the paper leaves open and that should not matter: how fine the microclusters are, how many dimensions
/// a plane has, how far out Delta begins.
std::vector<FitOptions> variants(const FitOptions& options) {
  FitOptions deeper = options, tighter = options;
  deeper.split.pursuit.dimensions += 1;
  tighter.split.beta_max = std::max(options.split.beta_min, 0.6 * options.split.beta_max);  // 3 instead of 5
  return {options,
          with_microclusters(options, 0.75),
          with_microclusters(options, 1.25),
          tighter,
          deeper,
          with_microclusters(tighter, 0.875),
          with_microclusters(deeper, 0.875)};
}

/// The part of every row with weight, numbered from 0 in the order of the leaves.
Parts parts_of(const GrownTree& grown, const std::vector<Index>& rows) {
  std::vector<std::int32_t> label(grown.tree.nodes.size(), -1);
  std::int32_t next = 0;
  for (const int leaf : grown.tree.leaves()) label[static_cast<std::size_t>(leaf)] = next++;
  Parts parts;
  for (const Index row : rows)
    parts.push_back(label[static_cast<std::size_t>(grown.leaf_of_row[static_cast<std::size_t>(row)])]);
  return parts;
}

/// Only trees with as many leaves as the fullest can be compared by their cut, which grows with the leaves.
std::vector<GrownTree> fullest(std::vector<GrownTree> trees) {
  std::size_t most = 0;
  for (const GrownTree& grown : trees) most = std::max(most, grown.tree.clusters());
  std::erase_if(trees, [&](const GrownTree& grown) { return grown.tree.clusters() < most; });
  return trees;
}

GrownTree choose_tree(std::vector<GrownTree> trees, const Scaled& scaled, const NeighbourGraph& neighbours) {
  const std::vector<Index> rows = rows_with_weight(scaled);
  const NodeGraph graph(neighbours, rows, scaled.weights);
  const auto clusters = static_cast<Index>(trees.front().tree.clusters());
  std::vector<Parts> parts;
  std::vector<double> ratings;
  for (const GrownTree& grown : trees) {
    parts.push_back(parts_of(grown, rows));
    ratings.push_back(graph.normalised_cut(parts.back(), clusters));
  }
  std::vector<const Parts*> proposals;
  for (const Parts& each : parts) proposals.push_back(&each);
  Vector weights(static_cast<Index>(rows.size()));
  for (Index i = 0; i < weights.size(); ++i) weights[i] = scaled.weights[rows[static_cast<std::size_t>(i)]];
  return std::move(trees[choose(ratings, proposals, weights, clusters, near_equal_cuts).best]);
}

}  // namespace

NeighbourGraph judging_graph(const Scaled& scaled, const FitOptions& options) {
  if (options.quality == Quality::fast || options.method == Method::kway) return {};
  std::vector<Index> all(static_cast<std::size_t>(scaled.rows()));
  for (std::size_t row = 0; row < all.size(); ++row) all[row] = static_cast<Index>(row);
  return nearest_neighbours(gather(scaled, all), neighbours_of_a_row);
}

GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const NeighbourGraph neighbours = judging_graph(scaled, options);
  // Trees that each chose their own number of clusters cannot be compared by their cuts.
  const bool one_tree = options.quality != Quality::best || options.clusters == choose_clusters;
  if (one_tree || neighbours.count == 0) return grow(scaled, neighbours, options, watch);
  std::vector<GrownTree> trees;
  for (const FitOptions& variant : variants(options)) trees.push_back(grow(scaled, neighbours, variant, watch));
  return choose_tree(fullest(std::move(trees)), scaled, neighbours);
}

}  // namespace scpp
