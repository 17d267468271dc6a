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

/// What `quality` fast does: the first l principal components (or a random plane), then options.random_starts random
/// planes, drawn from the stream (seed, node). The other qualities add starts that the paper names as alternatives:
/// one dimension more, a tighter Delta, other pairs of components; best adds all of these together and random planes.
std::vector<Start> starts(const Principal& principal, const SplitOptions& options, Quality quality, std::uint64_t seed,
                          int node);

}  // namespace scpp
