#pragma once
// The paper's deterministic start of k-means (section 6): the point farthest from the mean, then again and
// again the point farthest from those chosen.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct FarthestFirst {
  std::vector<Index> chosen;          ///< row numbers, all of different rows
  std::vector<std::int32_t> nearest;  ///< of every row: which of the chosen is nearest, the first of equals
};

/// At most `count` rows: fewer come back when there are fewer distinct rows. `mean` is the (weighted) mean of
/// the rows. Ties go to the earlier row.
FarthestFirst farthest_first(const RowMatrix& rows, const Vector& mean, Index count);

}  // namespace scpp
