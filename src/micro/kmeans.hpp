#pragma once
// Weighted k-means (Lloyd), and its deterministic start.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

// The paper's deterministic start of k-means (section 6): the point farthest from the mean, then again and
// again the point farthest from those chosen.

struct FarthestFirst {
  std::vector<Index> chosen;          ///< row numbers, all of different rows
  std::vector<std::int32_t> nearest;  ///< of every row: which of the chosen is nearest, the first of equals
};

/// At most `count` rows: fewer come back when there are fewer distinct rows. `mean` is the (weighted) mean of
/// the rows. Ties go to the earlier row.
FarthestFirst farthest_first(const RowMatrix& rows, const Vector& mean, Index count);

// Weighted k-means (Lloyd) from given centres.

/// The weighted mean of the rows.
Vector mean_of(const RowMatrix& rows, const Vector& weights);

/// Renumbers clusters without gaps, in their order; gives the numbers, as they were, of those that have rows.
std::vector<Index> drop_empty(std::vector<std::int32_t>& membership, Index clusters);

/// The weighted mean of each cluster's rows, added up in row order; 0 for a cluster without rows.
RowMatrix means_of(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& membership,
                   Index clusters);

struct KMeans {
  RowMatrix centres;
  std::vector<std::int32_t> membership;  ///< always the nearest of `centres`, the first of equals
  Vector weights;                        ///< total weight of each cluster, > 0
  int iterations = 0;
};

/// Centres that lose all their rows are dropped. Rows are assigned once more to the final centres, so
/// membership and centres agree even when `max_iterations` ended the search.
KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, int max_iterations);

/// The same where the centre nearest to every row is known already. Pre: max_iterations >= 1.
KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres,
              std::vector<std::int32_t> nearest, int max_iterations);

}  // namespace scpp
