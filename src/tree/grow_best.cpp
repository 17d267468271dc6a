#include "tree/grow_best.hpp"

#include <numeric>
#include <utility>

#include "graph/neighbours.hpp"
#include "tree/partition.hpp"
#include "tree/refits.hpp"
#include "tree/units_within.hpp"

namespace scpp {
namespace {

/// Qualities differ for the paper's two-way splits alone: the other methods are what they are.
bool wants_partition(const FitOptions& options) {
  return options.quality == Quality::standard && options.method == Method::divisive;
}

NeighbourGraph judging_graph(const Scaled& scaled, const FitOptions& options) {
  if (!wants_partition(options)) return {};
  std::vector<Index> all(scaled.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return nearest_neighbours(gather(scaled, all), neighbours_of_a_row);
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
    GrownTree grown = grow(units, {{}, further}, options, watch);
    const bool settled = grown.tree.clusters() == before;
    if (settled || round == most_rounds || !options.data.standardise) {
      ask_refits(grown, units, {{}, further}, options, watch);
      return grown;
    }
    before = grown.tree.clusters();
    units = before == 1 ? in_tentative_units(scaled, options, watch) : in_units_within(scaled, grown);
  }
}

}  // namespace

GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  if (options.clusters == choose_clusters) return grow_chosen(scaled, options, watch);
  if (wants_partition(options)) return grow_partition(scaled, options, watch);
  return grow(scaled, {{}, {}}, options, watch);
}

GrownTree grow_best_leaf(GrownTree grown, int leaf, const Scaled& scaled, const FitOptions& options,
                         const Observer& watch) {
  const NeighbourGraph neighbours = judging_graph(scaled, options);
  return grow_leaf(std::move(grown), leaf, scaled, {neighbours, every_start(options.split)}, options, watch);
}

}  // namespace scpp
