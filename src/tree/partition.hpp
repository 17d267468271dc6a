#pragma once
// A partition into K clusters: candidates, a metric that they teach, and a choice by modularity.
#include "data/standardise.hpp"
#include "scpp/observer.hpp"
#include "tree/grow.hpp"

namespace scpp {

/// K clusters by communities of the neighbour graph or by the paper's tree, in the metric that they taught if
/// rows which did not teach it agree, and the tree that explains them: every cluster is a leaf, and every
/// split has its plane.
GrownTree grow_partition(const Scaled& scaled, const FitOptions& options, const Observer& watch);

}  // namespace scpp
