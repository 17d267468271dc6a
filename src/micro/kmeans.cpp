#include "micro/kmeans.hpp"

#include <utility>

#include "base/parallel.hpp"
#include "micro/distances.hpp"

namespace scpp {
namespace {

/// Row numbers sorted by cluster, and where each cluster begins.
struct Members {
  std::vector<Index> rows, begin;
};

Members sort_by_cluster(const std::vector<std::int32_t>& membership, Index clusters) {
  Members members{std::vector<Index>(membership.size()), std::vector<Index>(clusters + 1, 0)};
  for (const auto cluster : membership) ++members.begin[cluster + 1];
  for (Index c = 1; c < std::ssize(members.begin); ++c) members.begin[c] += members.begin[c - 1];
  std::vector<Index> next(members.begin.begin(), members.begin.end() - 1);
  for (Index row = 0; row < std::ssize(membership); ++row)
    members.rows[next[membership[row]]++] = row;
  return members;
}

/// Weighted mean of each cluster's rows, added up in row order; a cluster without rows keeps its old centre.
void move_to_means(const RowMatrix& rows, const Vector& weights, const Members& members, RowMatrix& centres,
                   Vector& totals) {
  totals.setZero(centres.rows());
  parallel_blocks(centres.rows(), 8, [&](Index first, Index last) {
    for (Index cluster = first; cluster < last; ++cluster) {
      const Index begin = members.begin[cluster];
      const Index end = members.begin[cluster + 1];
      if (begin == end) continue;
      Vector sum = Vector::Zero(rows.cols());
      for (Index at = begin; at < end; ++at) {
        const Index row = members.rows[at];
        sum += weights[row] * rows.row(row).transpose();
        totals[cluster] += weights[row];
      }
      centres.row(cluster) = sum.transpose() / totals[cluster];
    }
  });
}

/// Removes centres without rows and renumbers.
void drop_empty(KMeans& result) {
  std::vector<std::int32_t> number(result.centres.rows(), -1);
  std::int32_t kept = 0;
  for (Index cluster = 0; cluster < result.centres.rows(); ++cluster) {
    if (result.weights[cluster] == 0) continue;
    result.centres.row(kept) = result.centres.row(cluster).eval();
    result.weights[kept] = result.weights[cluster];
    number[cluster] = kept++;
  }
  result.centres.conservativeResize(kept, Eigen::NoChange);
  result.weights.conservativeResize(kept);
  for (auto& cluster : result.membership) cluster = number[cluster];
}

Vector total_weights(const std::vector<std::int32_t>& membership, const Vector& weights, Index clusters) {
  Vector totals = Vector::Zero(clusters);
  for (Index row = 0; row < std::ssize(membership); ++row) totals[membership[row]] += weights[row];
  return totals;
}

}  // namespace

RowMatrix means_of(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& membership, Index clusters) {
  RowMatrix means = RowMatrix::Zero(clusters, rows.cols());
  Vector totals;
  move_to_means(rows, weights, sort_by_cluster(membership, clusters), means, totals);
  return means;
}

KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, int max_iterations) {
  std::vector<std::int32_t> nearest = NearestCentre(centres).find_all(rows);
  return kmeans(rows, weights, std::move(centres), std::move(nearest), max_iterations);
}

KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, std::vector<std::int32_t> nearest,
              int max_iterations) {
  KMeans result;
  result.centres = std::move(centres);
  result.membership = std::move(nearest);
  for (; result.iterations < max_iterations; ++result.iterations) {
    move_to_means(rows, weights, sort_by_cluster(result.membership, result.centres.rows()), result.centres,
                  result.weights);
    auto membership = NearestCentre(result.centres).find_all(rows);
    if (membership == result.membership) break;
    result.membership = std::move(membership);
  }
  result.weights = total_weights(result.membership, weights, result.centres.rows());
  drop_empty(result);
  return result;
}

}  // namespace scpp
