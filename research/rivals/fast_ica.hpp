#pragma once
// Independent components: symmetric FastICA with the contrast log cosh (Hyvarinen).
#include "base/types.hpp"
#include "rivals/watch.hpp"

namespace scpp {

struct IndependentComponents {
  RowMatrix scores;  ///< n x count, uncorrelated, unit variance
  int iterations = 0;
  bool converged = false;
};

/// Of `count` principal components of centred rows, whitened (fewer when the rows have fewer).
IndependentComponents fast_ica(const RowMatrix& rows, Index count, const StageWatch& watch);

RowMatrix independent_scores(const RowMatrix& rows, Index count, const StageWatch& watch);

}  // namespace scpp
