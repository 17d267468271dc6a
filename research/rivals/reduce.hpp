#pragma once
// Fewer columns before clustering.
#include "base/types.hpp"

namespace scpp {

/// Coordinates of centred rows along their first `count` principal components (fewer when the rows have
/// fewer).
RowMatrix principal_scores(const RowMatrix& rows, Index count);

/// The directions themselves, d x count.
ColMatrix principal_directions(const RowMatrix& rows, Index count);

}  // namespace scpp
