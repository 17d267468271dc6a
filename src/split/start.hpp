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

/// Which alternatives the judge is to choose from.
struct FurtherStarts {
  bool one_more = false;     ///< the first l + 1 components
  bool other_pairs = false;  ///< the other choices of l among the first l + 1 components
  int smooth = 0;            ///< dimensions of the plane that follows the neighbour graph best, 0 for none
};

/// All of them.
FurtherStarts every_start(const SplitOptions& options);

/// `smooth`: directions that follow the graph, the best first.
std::vector<Start> further_starts(const FurtherStarts& wanted, const Principal& principal, const ColMatrix& smooth,
                                  const SplitOptions& options);

}  // namespace scpp
