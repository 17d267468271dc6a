#pragma once
// What `quality` means: one tree as in the paper, or a partition that the neighbour graph prefers.
#include "tree/grow.hpp"

namespace scpp {

/// Whether the quality asks for a partition. Qualities differ for the paper's two-way splits alone: the other
/// methods are what they are.
bool wants_partition(const FitOptions& options);

/// The tree that options.quality asks for: that of the paper, or that of a partition (tree/partition).
GrownTree grow_best(const Scaled& scaled, const FitOptions& options, const Observer& watch);

/// The tree with one more leaf cut, with a judge if options.quality asks for one; see grow_leaf.
GrownTree grow_best_leaf(GrownTree grown, int leaf, const Scaled& scaled, const FitOptions& options,
                         const Observer& watch);

}  // namespace scpp
