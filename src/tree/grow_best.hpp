#pragma once
// What `quality` means: one tree as in the paper, one tree whose splits are judged, or the best of several of these.
#include "tree/grow.hpp"

namespace scpp {

/// The graph that judges, or an empty one when the quality (or the method) asks for no judge.
NeighbourGraph judging_graph(const Scaled& scaled, const FitOptions& options);

/// The tree that options.quality asks for. `best` grows several with slightly different settings; of those whose K
/// clusters have nearly the least normalised cut it takes the one that agrees most with all.
GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch);

}  // namespace scpp
