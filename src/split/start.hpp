#pragma once
// Where searches begin.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "scpp/options.hpp"
#include "split/principal.hpp"

namespace scpp {

struct Start {
  ColMatrix directions;  ///< d x l
  double beta_max;       ///< where its schedule begins
};

/// The first l principal components (or a random plane), then options.random_starts random planes, drawn from the
/// stream (seed, node).
std::vector<Start> paper_starts(const Principal& principal, const SplitOptions& options, std::uint64_t seed, int node);

/// Alternatives for the judge to choose from: one dimension more, the other choices of l among the first l + 1
/// components, and the plane that follows the neighbour graph best (`smooth`: directions, the best first).
std::vector<Start> further_starts(const Principal& principal, const ColMatrix& smooth, const SplitOptions& options);

}  // namespace scpp
