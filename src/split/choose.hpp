#pragma once
// Many proposals, one judge.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

using Parts = std::vector<std::int32_t>;  ///< the part of every row

/// Adjusted Rand index (Hubert and Arabie, 1985) of two partitions into `parts`: 1 for the same, about 0 for
/// chance.
double agreement(const Parts& a, const Parts& b, const Vector& weights, Index parts);

struct Choice {
  Index best = 0;
  double stability = -1;  ///< mean agreement of the others with the best, -1 without others
};

/// Of the proposals rated within a share `near` of the least, the one that agrees most with all of them; ties
/// go to the lower rating, then to the earlier.
Choice choose(const std::vector<double>& ratings, const std::vector<const Parts*>& proposals,
              const Vector& weights, Index parts, double near);

/// Ratings by the neighbour graph count as equal up to this share: other rows of the same kind move them by
/// about as much (docs/quality.md).
inline constexpr double near_equal_cuts = 0.05;

}  // namespace scpp
