#pragma once
// Would one cloud look as split as these rows? The question that chooses K.
#include "base/types.hpp"
#include "scpp/options.hpp"
#include "scpp/outcome.hpp"
#include "split/split.hpp"

namespace scpp {

/// The normalised cut of a split in the neighbour graph, beside what splits of one even cloud get.
struct CloudTest {
  double cut = 2;       ///< of the rows; 2, the most there is, when no split was found
  double expected = 2;  ///< of a cloud: their geometric mean, or median
  double least = 0;     ///< the lower end of their prediction interval of 99.9 %, on one side

  bool clearer() const { return cut < least; }

  /// Why the rows should stay together.
  WhyLeaf why_whole() const;
};

/// Splits a sample of the rows by a few searches, and clouds of even density with the sample's size, mean and
/// covariance in exactly the same way. What the search finds in mere noise of that shape is thereby taken
/// into account.
CloudTest compare_with_one_cloud(const RowMatrix& rows, const Vector& weights, const SplitOptions& options,
                                 const SplitTask& task);

}  // namespace scpp
