#pragma once
// Progress and cancellation: the library reports, never prints.
#include <functional>

#include "scpp/errors.hpp"
#include "scpp/index.hpp"
#include "scpp/outcome.hpp"

namespace scpp {

struct Progress {
  Stage stage = Stage::microclusters;
  int node = 0;             ///< the tree node being worked on
  double rows = 0;          ///< its rows (sum of weights); while rows are read, those done so far
  int clusters_found = 1;   ///< leaves so far
  int clusters_wanted = 1;  ///< leaves asked for
  double beta = 0;          ///< current size of the set Delta, in standard deviations
  double lambda2 = 0;       ///< objective after the last step; of a node that was split its second eigenvalue
  Index evaluations = 0;    ///< objective evaluations so far, in this tree
};

/// Called often, from the thread that called the library. Returning false cancels: the call throws Cancelled.
using Observer = std::function<bool(const Progress&)>;

/// Tells the observer, if there is one. Throws Cancelled when it says so.
inline void report_progress(const Observer& watch, const Progress& progress) {
  if (watch && !watch(progress)) throw Cancelled();
}

}  // namespace scpp
