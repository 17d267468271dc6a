#pragma once
// Several searches in one node, each with what the judge makes of it.
#include <cstddef>
#include <vector>

#include "split/pursuit.hpp"
#include "split/refine.hpp"

namespace scpp {

struct Contender {
  Candidate candidate;
  ColMatrix begun_at;  ///< the start of its search
  RuledSides sides;    ///< refined; without a graph as the search left them, with a cut of -1
};

struct Contenders {
  std::vector<Contender> found;  ///< in the order of the starts; those without a balanced split are left out
  Index evaluations = 0;
};

/// Follows every start, in parallel when there are several. task.watch is called from the calling thread
/// only.
Contenders search_all(const PreparedNode& node, const Vector& weights, const std::vector<Start>& starts,
                      const SplitOptions& options, const SplitTask& task);

}  // namespace scpp
