#include "tree/grow_best.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graph/neighbours.hpp"
#include "split/judge.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/partition.hpp"
#include "tree/refits.hpp"
#include "tree/units_within.hpp"

namespace scpp {
namespace {

std::vector<Index> rows_with_weight(const Scaled& scaled) {
  std::vector<Index> rows;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (scaled.weights[row] > 0) rows.push_back(row);
  return rows;
}

/// How one of several trees is grown.
struct Recipe {
  FitOptions options;
  FurtherStarts further;
};

/// Trees that begin differently, so that the bad luck of one is not that of the others: searches from
/// principal components, searches along the graph with finer microclusters, all of these, all of these in one
/// dimension more.
std::vector<Recipe> recipes(const FitOptions& options) {
  const int l = options.split.pursuit.dimensions;
  FitOptions finer = options, deeper = options;
  finer.split.microclusters += options.split.microclusters / 4;
  deeper.split.pursuit.dimensions += 1;
  return {{options, {false, true, 0}},
          {finer, {false, false, l + 1}},
          {options, every_start(options.split)},
          {deeper, every_start(deeper.split)}};
}

bool has_judge(const FitOptions& options) {
  return options.quality != Quality::fast && options.method != Method::kway;
}

NeighbourGraph judging_graph(const Scaled& scaled, const FitOptions& options) {
  if (!has_judge(options)) return {};
  std::vector<Index> all(scaled.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return nearest_neighbours(gather(scaled, all), neighbours_of_a_row);
}

/// The part of every row with weight, numbered from 0 in the order of the leaves.
Parts parts_of(const GrownTree& grown, const std::vector<Index>& rows) {
  const std::vector<std::int32_t> label = label_of_node(grown.tree);
  Parts parts;
  for (const Index row : rows) parts.push_back(label[grown.leaf_of_row[row]]);
  return parts;
}

/// Only trees with as many leaves as the fullest can be compared by their cut, which grows with the leaves.
std::vector<GrownTree> fullest(std::vector<GrownTree> trees) {
  Index most = 0;
  for (const GrownTree& grown : trees) most = std::max(most, grown.tree.clusters());
  std::erase_if(trees, [&](const GrownTree& grown) { return grown.tree.clusters() < most; });
  return trees;
}

GrownTree choose_tree(std::vector<GrownTree> trees, const Scaled& scaled, const NeighbourGraph& neighbours) {
  const std::vector<Index> rows = rows_with_weight(scaled);
  const NodeGraph graph(neighbours, rows, scaled.weights);
  const auto clusters = trees.front().tree.clusters();
  std::vector<Parts> parts;
  std::vector<double> ratings;
  for (const GrownTree& grown : trees) {
    parts.push_back(parts_of(grown, rows));
    ratings.push_back(graph.normalised_cut(parts.back(), clusters));
  }
  std::vector<const Parts*> proposals;
  for (const Parts& each : parts) proposals.push_back(&each);
  Vector weights(rows.size());
  for (Index i = 0; i < std::ssize(weights); ++i) weights[i] = scaled.weights[rows[i]];
  return std::move(trees[choose(ratings, proposals, weights, clusters, near_equal_cuts).best]);
}

/// Units in which clusters may show that unit variance hides, for rows that look like one cloud: those within
/// the leaves of a tree of many clusters, whatever they are, three times over, each in the units of the last.
/// One cloud is one cloud in any units, so these make no clusters where there are none.
Scaled in_tentative_units(const Scaled& scaled, FitOptions options, const Observer& watch) {
  constexpr int rounds = 3;
  options.clusters = options.most_clusters();
  Scaled units = scaled;
  for (int round = 0; round < rounds; ++round)
    units = in_units_within(scaled, grow(units, {{}, {}}, options, watch));
  return units;
}

/// As many clusters as there are. Trees that each chose their own number cannot be compared by their cuts, so
/// there is one. A column that parts many clusters is wide, so at unit variance each of them is narrow in it,
/// and columns of mere noise hide what parts two neighbours: the next tree sees columns of unit variance
/// within the clusters of the last, until their number settles.
GrownTree grow_chosen(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  constexpr int most_rounds = 5;
  const FurtherStarts further = every_start(options.split);
  Scaled units = scaled;
  Index before = 0;
  for (int round = 1;; ++round) {
    const NeighbourGraph neighbours = judging_graph(units, options);
    GrownTree grown = grow(units, {neighbours, further}, options, watch);
    const bool settled = grown.tree.clusters() == before;
    if (settled || round == most_rounds || !options.data.standardise) {
      ask_refits(grown, units, {neighbours, further}, options, watch);
      return grown;
    }
    before = grown.tree.clusters();
    units = before == 1 ? in_tentative_units(scaled, options, watch) : in_units_within(scaled, grown);
  }
}

}  // namespace

GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  if (options.clusters == choose_clusters) return grow_chosen(scaled, options, watch);
  if (options.quality == Quality::standard && options.method != Method::kway)
    return grow_partition(scaled, options, watch);
  const NeighbourGraph neighbours = judging_graph(scaled, options);
  if (neighbours.count == 0) return grow(scaled, {neighbours, {}}, options, watch);
  std::vector<GrownTree> trees;
  for (const auto& [varied, further] : recipes(options))
    trees.push_back(grow(scaled, {neighbours, further}, varied, watch));
  GrownTree grown = choose_tree(fullest(std::move(trees)), scaled, neighbours);
  ask_refits(grown, scaled, {neighbours, every_start(options.split)}, options, watch);
  return grown;
}

GrownTree grow_best_leaf(GrownTree grown, int leaf, const Scaled& scaled, const FitOptions& options,
                         const Observer& watch) {
  const NeighbourGraph neighbours = judging_graph(scaled, options);
  return grow_leaf(std::move(grown), leaf, scaled, {neighbours, every_start(options.split)}, options, watch);
}

}  // namespace scpp
