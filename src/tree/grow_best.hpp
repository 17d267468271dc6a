#pragma once
// What `quality` means: one tree as in the paper, or the best of several whose splits are judged by
// neighbours.
#include "tree/grow.hpp"

namespace scpp {

/// The tree that options.quality asks for. `default` grows two and `best` four, from different starts; of
/// those whose K clusters have nearly the least normalised cut the one that agrees most with the others is
/// taken.
GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch);

/// The tree with one more leaf cut, with a judge if options.quality asks for one; see grow_leaf.
GrownTree grow_best_leaf(GrownTree grown, int leaf, const Scaled& scaled, const FitOptions& options,
                         const Observer& watch);

}  // namespace scpp
