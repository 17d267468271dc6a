#pragma once
// Where searches begin: principal components, random planes, locality preserving projections.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "graph/neighbours.hpp"
#include "scpp/options.hpp"
#include "split/node.hpp"

namespace scpp {

struct Start {
  ColMatrix directions;  ///< d x l
  double beta_max;       ///< where its schedule begins
};

/// The first l principal components (or a random plane), then options.random_starts random planes, drawn from
/// the stream (seed, node).
std::vector<Start> paper_starts(const Principal& principal, const SplitOptions& options, std::uint64_t seed,
                                int node);

/// Which alternatives the judge is to choose from.
struct FurtherStarts {
  bool one_more = false;        ///< the first l + 1 components
  bool other_pairs = false;     ///< the other choices of l among the first l + 1 components
  int locality_preserving = 0;  ///< dimensions of the plane that preserves locality best, 0 for none
};

/// All of them.
FurtherStarts every_start(const SplitOptions& options);

/// `projections`: locality preserving ones, the best first.
std::vector<Start> further_starts(const FurtherStarts& wanted, const Principal& principal,
                                  const ColMatrix& projections, const SplitOptions& options);

/// Directions along which neighbours lie close together: locality preserving projections (He and Niyogi,
/// 2003) within the node's leading principal components: the v that maximise v'X'WXv / v'X'DXv, the best
/// first, as unit columns in the objective's coordinates. X is centred so that D-weighted means are 0, which
/// removes the constant; pairs of rows that are neighbours then differ least along v.
ColMatrix locality_preserving_projections(const PreparedNode& node, const NodeGraph& graph);

/// The plane of Fisher's linear discriminant of two known sides and the leading components beside it.
Start discriminant_start(const PreparedNode& node, const Vector& weights,
                         const std::vector<std::int32_t>& sides, const SplitOptions& options);

}  // namespace scpp
