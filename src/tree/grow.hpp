#pragma once
// Algorithm 2: which leaf is split next, and when to stop. How a leaf is cut is the business of split/.
#include <cstdint>
#include <vector>

#include "data/standardise.hpp"
#include "graph/neighbours.hpp"
#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "split/start.hpp"

namespace scpp {

struct GrownTree {
  Tree tree;
  std::vector<std::int32_t> leaf_of_row;  ///< node number; -1 for rows of weight 0
  Transform transform;                    ///< of the rows that it was grown on
};

/// The rows of an inner node and the child that each went to.
struct NodeMembers {
  std::vector<Index> rows;
  std::vector<std::int32_t> child;
};
NodeMembers members_of(const GrownTree& grown, int node);

/// What a quality adds to the paper's single search.
struct Judge {
  const NeighbourGraph& neighbours;  ///< of all rows; empty when the objective alone decides
  FurtherStarts further;
};

/// One tree.
GrownTree grow(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch);

/// The tree with one more leaf cut. `grown` is as grow() gave it for these rows. Throws InvalidArgument with
/// the reason when the leaf cannot be cut.
GrownTree grow_leaf(GrownTree grown, int leaf, const Scaled& scaled, const Judge& judge,
                    const FitOptions& options, const Observer& watch);

}  // namespace scpp
