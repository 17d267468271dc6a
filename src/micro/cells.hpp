#pragma once
// A fixed partition of space into a few thousand cells, found in two steps: the nearest of some coarse
// centres, then the nearest of that centre's own fine ones. A row costs about 2 sqrt(cells) distances instead
// of `cells`.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "micro/distances.hpp"
#include "micro/kmeans.hpp"

namespace scpp {

class Cells {
 public:
  /// `fine` holds the centres group after group; group g has rows [begin[g], begin[g + 1]).
  Cells(RowMatrix coarse, RowMatrix fine, std::vector<Index> begin);

  Index count() const { return fine_.rows(); }
  const RowMatrix& coarse() const { return coarse_; }
  const RowMatrix& fine() const { return fine_; }
  const std::vector<Index>& begin() const { return begin_; }

  /// The cell of each row, written to cell[0 .. rows); on the calling thread.
  void find(const RowMatrix& rows, std::int32_t* cell) const;

 private:
  RowMatrix coarse_, fine_;
  std::vector<Index> begin_;
  NearestCentre nearest_coarse_;
  std::vector<NearestCentre> nearest_fine_;
};

/// Cells for data like `sample`: k-means into about sqrt(count) groups, and each of these again.
Cells make_cells(const RowMatrix& sample, Index count);

/// The same from groups of the sample that are known, so that no cell has rows of two of them.
Cells make_cells(const RowMatrix& sample, KMeans groups, Index count);

/// Rows to find cells for at once: enough for each group of cells to get some, few enough for the cache
/// and for threads that share them.
Index rows_at_once(Index columns);

}  // namespace scpp
