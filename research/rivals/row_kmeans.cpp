#include "rivals/row_kmeans.hpp"

#include <algorithm>
#include <limits>

#include "base/random.hpp"
#include "micro/distances.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

constexpr std::uint64_t random_starts = 10;

/// The first row whose running sum of weights passes `target`.
Index row_at(const Vector& weights, double target) {
  Index last = 0;
  for (Index i = 0; i < std::ssize(weights); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if ((target -= weights[i]) < 0) break;
  }
  return last;
}

RowClusters clusters_from(const RowMatrix& rows, const std::vector<Index>& first) {
  constexpr int most_iterations =
      300;  // Lloyd's method ends far earlier; the limit only excludes endless ties
  KMeans found = kmeans(rows, Vector::Ones(rows.rows()), rows(first, Eigen::all), most_iterations);
  RowClusters result{std::move(found.membership), 0};
  for (Index i = 0; i < rows.rows(); ++i)
    result.distortion +=
        squared_distance(rows.row(i).data(), found.centres.row(result.labels[i]).data(), rows.cols());
  return result;
}

}  // namespace

std::vector<Index> spread_start(const RowMatrix& rows, Index count, std::uint64_t stream) {
  Random random(0x5eed, stream);
  std::vector<Index> chosen = {static_cast<Index>(random.below(rows.rows()))};
  Vector nearest = Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity());
  while (std::ssize(chosen) < count) {
    for (Index i = 0; i < rows.rows(); ++i)
      nearest[i] = std::min(
          nearest[i], squared_distance(rows.row(i).data(), rows.row(chosen.back()).data(), rows.cols()));
    const double total = nearest.sum();
    if (!(total > 0)) break;
    chosen.push_back(row_at(nearest, total * random.uniform()));
  }
  return chosen;
}

RowClusters cluster_rows(const RowMatrix& rows, Index clusters) {
  const Vector mean = rows.colwise().mean().transpose();
  RowClusters best = clusters_from(rows, farthest_first(rows, mean, clusters).chosen);
  for (std::uint64_t start = 0; start < random_starts; ++start) {
    RowClusters found = clusters_from(rows, spread_start(rows, clusters, start));
    if (found.distortion < best.distortion) best = std::move(found);
  }
  return best;
}

}  // namespace scpp
