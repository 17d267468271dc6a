#pragma once
// Weighted k-means (Lloyd) from given centres.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// The weighted mean of each cluster's rows, added up in row order; 0 for a cluster without rows.
RowMatrix means_of(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& membership, Index clusters);

struct KMeans {
  RowMatrix centres;
  std::vector<std::int32_t> membership;  ///< always the nearest of `centres`, the first of equals
  Vector weights;                        ///< total weight of each cluster, > 0
  int iterations = 0;
};

/// Centres that lose all their rows are dropped. Rows are assigned once more to the final centres, so membership
/// and centres agree even when `max_iterations` ended the search.
KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, int max_iterations);

/// The same where the centre nearest to every row is known already. Pre: max_iterations >= 1.
KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, std::vector<std::int32_t> nearest,
              int max_iterations);

}  // namespace scpp
