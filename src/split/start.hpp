#pragma once
// Where searches begin.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "scpp/options.hpp"
#include "split/principal.hpp"

namespace scpp {

/// d x l starts: the first l principal components (or a random plane), then options.random_starts random planes,
/// drawn from the stream (seed, node).
std::vector<ColMatrix> starts(const Principal& principal, const SplitOptions& options, std::uint64_t seed, int node);

}  // namespace scpp
