#pragma once
// How well parts hold apart.
#include "tree/parted_cloud.hpp"

namespace scpp {

/// What is measured between two parts on the line of their discriminant, with a little smoothing: 0 where
/// they do not touch, about 1 where they are one.
enum class Overlap {
  cut,     ///< the normalised cut between them
  valley,  ///< the least density between their peaks, in units of the lower peak
};

/// Of every two parts the overlap, on the line that one half of the rows taught, as the other half shows it.
struct Separation {
  RowMatrix overlaps;  ///< symmetric, 0 on the diagonal
  Vector weights;      ///< of the parts

  /// 1 less the mean over all rows of the largest overlap of a row's part with any other.
  double mean() const;
};

/// At the shrinkage that holds them apart best.
Separation cross_fitted_separation(const PartedCloud& parted, Overlap kind = Overlap::cut);

}  // namespace scpp
