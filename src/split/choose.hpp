#pragma once
// Many candidates, one judge.
#include <cstddef>
#include <vector>

#include "split/pursuit.hpp"

namespace scpp {

struct Choice {
  std::size_t best = 0;
  double rating = -1;     ///< the judge's, -1 without one
  double stability = -1;  ///< mean adjusted Rand index of the other candidates with the best, -1 without others
};

/// The candidate that task.judge rates least, or without a judge the one of least objective; ties go to the earlier.
Choice choose(const std::vector<Candidate>& candidates, const PreparedNode& node, const SplitTask& task);

/// The child of every row of the node.
std::vector<std::int32_t> child_of_row(const Candidate& candidate, const PreparedNode& node);

}  // namespace scpp
