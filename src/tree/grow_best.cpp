#include "tree/grow_best.hpp"

#include <numeric>
#include <utility>

#include "graph/neighbours.hpp"
#include "tree/how_many.hpp"
#include "tree/partition.hpp"

namespace scpp {

bool wants_partition(const FitOptions& options) {
  return options.quality == Quality::standard && options.method == Method::divisive;
}

namespace {

NeighbourGraph judging_graph(const Scaled& scaled, const FitOptions& options) {
  if (!wants_partition(options)) return {};
  std::vector<Index> all(scaled.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return nearest_neighbours(gather(scaled, all), neighbours_of_a_row);
}

/// As many clusters as there are.
GrownTree grow_chosen(const Scaled& scaled, FitOptions options, const Observer& watch) {
  const Suggestion suggestion = how_many(scaled, options, watch);
  options.clusters = suggestion.clusters;
  GrownTree grown = grow_best(scaled, options, watch);
  tell_why_one(grown.tree, suggestion);
  return grown;
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
