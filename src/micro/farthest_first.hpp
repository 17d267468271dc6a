#pragma once
// The paper's deterministic start of k-means (section 6): the point farthest from the mean, then again and again
// the point farthest from those chosen.
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// At most `count` row numbers, all of different rows: fewer come back when there are fewer distinct rows.
/// `mean` is the (weighted) mean of the rows. Ties go to the earlier row.
std::vector<Index> farthest_first(const RowMatrix& rows, const Vector& mean, Index count);

}  // namespace scpp
