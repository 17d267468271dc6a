#pragma once
// Fewer columns before clustering: principal and independent components.
#include "base/types.hpp"
#include "rivals/rivals.hpp"

namespace scpp {

/// Coordinates of centred rows along their first `count` principal components (fewer when the rows have
/// fewer).
RowMatrix principal_scores(const RowMatrix& rows, Index count);

/// The directions themselves, d x count.
ColMatrix principal_directions(const RowMatrix& rows, Index count);

/// Symmetric FastICA with the contrast log cosh (Hyvarinen).
struct IndependentComponents {
  RowMatrix scores;  ///< n x count, uncorrelated, unit variance
  int iterations = 0;
  bool converged = false;
};

/// Of `count` principal components of centred rows, whitened (fewer when the rows have fewer).
IndependentComponents fast_ica(const RowMatrix& rows, Index count, const StageWatch& watch);

RowMatrix independent_scores(const RowMatrix& rows, Index count, const StageWatch& watch);

}  // namespace scpp
