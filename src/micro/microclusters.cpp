#include "micro/microclusters.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>

#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "micro/farthest_first.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

constexpr Index microcluster_block = 4096;  // fewer distances are not worth another thread

Vector radii_of(const RowMatrix& rows, const RowMatrix& centres, const std::vector<std::int32_t>& membership) {
  const auto centre_of = [&](Index row) { return membership[row]; };
  Vector of_row(rows.rows()), largest = Vector::Zero(centres.rows());
  parallel_blocks(rows.rows(), microcluster_block, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      of_row[row] = squared_distance(rows.row(row).data(), centres.row(centre_of(row)).data(), rows.cols());
  });
  for (Index row = 0; row < rows.rows(); ++row)
    largest[centre_of(row)] = std::max(largest[centre_of(row)], of_row[row]);
  return largest.cwiseSqrt();
}

RowMatrix select_rows(const RowMatrix& rows, const std::vector<Index>& chosen) {
  RowMatrix selected(chosen.size(), rows.cols());
  for (Index i = 0; i < std::ssize(chosen); ++i) selected.row(i) = rows.row(chosen[i]);
  return selected;
}

/// One row number for each distinct row, in row order.
std::vector<Index> distinct_rows(const RowMatrix& rows) {
  std::vector<Index> order(rows.rows());
  std::iota(order.begin(), order.end(), Index{0});
  const auto compare = [&](Index a, Index b) {
    const auto x = rows.row(a), y = rows.row(b);
    return std::lexicographical_compare_three_way(x.data(), x.data() + x.size(), y.data(), y.data() + y.size());
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto before = compare(a, b);
    return before < 0 || (before == 0 && a < b);
  });
  order.erase(std::unique(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) == 0; }),
              order.end());
  std::sort(order.begin(), order.end());
  return order;
}

/// Every row for itself, equal rows together.
KMeans one_for_each_row(const RowMatrix& rows, const Vector& weights) {
  return kmeans(rows, weights, select_rows(rows, distinct_rows(rows)), 0);
}

KMeans from_farthest_first(const RowMatrix& rows, const Vector& weights, Index count) {
  const Vector mean = (weights.transpose() * rows).transpose() / weights.sum();
  FarthestFirst start = farthest_first(rows, mean, count);
  return kmeans(rows, weights, select_rows(rows, start.chosen), std::move(start.nearest), kmeans_iterations);
}

Microclusters with_radii(const RowMatrix& rows, KMeans clusters) {
  Vector radii = radii_of(rows, clusters.centres, clusters.membership);
  return {std::move(clusters.centres), std::move(clusters.weights), std::move(radii), std::move(clusters.membership)};
}

}  // namespace

Microclusters make_microclusters(const RowMatrix& rows, const Vector& weights, Index count) {
  return with_radii(
      rows, count >= rows.rows() ? one_for_each_row(rows, weights) : from_farthest_first(rows, weights, count));
}

Microclusters moved_to_means(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& members) {
  RowMatrix centres = RowMatrix::Zero(std::ranges::max(members) + 1, rows.cols());
  return with_radii(rows, kmeans(rows, weights, std::move(centres), members, 1));
}

}  // namespace scpp
