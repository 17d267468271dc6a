#include "split/bipartition.hpp"

#include <algorithm>
#include <numeric>

#include "micro/farthest_first.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

constexpr int kmeans_iterations = 100;  // a few hundred points in a few dimensions: it settles long before

/// U_j = (u1_j, ..., uK_j) / sqrt(n_j), then scaled to length 1. The factor 1 / sqrt(n_j) falls out of the
/// normalisation, but is kept as the paper writes it.
RowMatrix normalised_rows(const SpectralState& state, const Vector& weights, Index parts) {
  const Index m = weights.size();
  RowMatrix u(m, parts);
  u.col(0) = state.laplacian().null_vector().head(m);
  for (Index i = 1; i < parts; ++i) u.col(i) = state.pair(i - 1).vector.head(m);
  u.array().colwise() /= weights.array().sqrt();
  u.rowwise().normalize();
  return u;
}

/// The mean of each side along (1, 1/2, 1/3, ...), a direction that no symmetry of ordinary data is likely to have.
Vector places(const KMeans& found, const Vector& weights, const RowMatrix& centres) {
  const Vector direction = Vector::LinSpaced(centres.cols(), 1, static_cast<double>(centres.cols())).cwiseInverse();
  Vector place = Vector::Zero(found.weights.size());
  for (Index j = 0; j < centres.rows(); ++j)
    place[found.membership[j]] += weights[j] * centres.row(j).dot(direction);
  return place.cwiseQuotient(found.weights);
}

}  // namespace

Partition partition(const SpectralState& state, const Vector& weights, const RowMatrix& centres, Index parts) {
  parts = std::min(parts, state.pairs() + 1);
  const RowMatrix rows = normalised_rows(state, weights, parts);
  const Vector mean = (weights.transpose() * rows).transpose() / weights.sum();
  RowMatrix seeds(0, parts);
  for (const Index row : farthest_first(rows, mean, parts).chosen) {
    seeds.conservativeResize(seeds.rows() + 1, Eigen::NoChange);
    seeds.bottomRows(1) = rows.row(row);
  }
  const KMeans found = kmeans(rows, weights, seeds, kmeans_iterations);
  const Vector place = places(found, weights, centres);

  std::vector<std::int32_t> order(found.weights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return found.weights[a] != found.weights[b] ? found.weights[a] > found.weights[b] : place[a] < place[b];
  });
  Partition result;
  std::vector<std::int32_t> rank(order.size());
  for (Index i = 0; i < std::ssize(order); ++i) {
    rank[order[i]] = static_cast<std::int32_t>(i);
    result.weights.push_back(found.weights[order[i]]);
  }
  for (const auto cluster : found.membership) result.side.push_back(rank[cluster]);
  return result;
}

}  // namespace scpp
