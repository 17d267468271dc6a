#pragma once
// Small data sets, graphs and nodes for the tests; everything is drawn from a stream keyed by its seed.
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/types.hpp"
#include "scpp/table_view.hpp"
#include "spectral/objective.hpp"

namespace scpp::build {

inline RowMatrix normal_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed, 1);
  RowMatrix m(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) m(i, j) = random.normal();
  return m;
}

inline Vector normal_vector(Index size, std::uint64_t seed) { return normal_matrix(size, 1, seed).col(0); }

/// Unit columns in general position (not orthogonal).
inline ColMatrix random_directions(Index d, Index l, std::uint64_t seed) {
  return ColMatrix(normal_matrix(d, l, seed)).colwise().normalized();
}

/// An orthogonal d x d matrix, by Gram and Schmidt.
inline ColMatrix random_rotation(Index d, std::uint64_t seed) {
  ColMatrix q = normal_matrix(d, d, seed);
  for (Index i = 0; i < d; ++i) {
    for (int twice = 0; twice < 2; ++twice)
      for (Index k = 0; k < i; ++k) q.col(i) -= q.col(k).dot(q.col(i)) * q.col(k);
    q.col(i).normalize();
  }
  return q;
}

/// Whole numbers 1 .. most.
inline Vector random_counts(Index size, int most, std::uint64_t seed) {
  Random random(seed, 2);
  Vector counts(size);
  for (double& count : counts)
    count = 1.0 + static_cast<double>(random.below(static_cast<std::uint64_t>(most)));
  return counts;
}

/// `clusters` clouds of unit normal rows in turn; their centres are `separation` standard normal deviates
/// away.
struct Blobs {
  RowMatrix rows;
  std::vector<std::int32_t> truth;
};

inline Blobs blobs(Index rows, Index columns, int clusters, double separation, std::uint64_t seed) {
  Blobs made{normal_matrix(rows, columns, seed), {}};
  const RowMatrix centres = separation * normal_matrix(clusters, columns, seed + 1000);
  for (Index i = 0; i < rows; ++i) {
    made.truth.push_back(static_cast<std::int32_t>(i % clusters));
    made.rows.row(i) += centres.row(i % clusters);
  }
  return made;
}

inline TableView view(const RowMatrix& rows) {
  return TableView::row_major(rows.data(), static_cast<std::size_t>(rows.rows()),
                              static_cast<std::size_t>(rows.cols()));
}

/// A node as the objective sees it, from rows that stand for themselves.
inline NodeData node(RowMatrix rows, Vector weights) {
  NodeData data;
  const double total = weights.sum();
  const Eigen::RowVectorXd mean = weights.transpose() * rows / total;
  rows.rowwise() -= mean;
  data.covariance = rows.transpose() * weights.asDiagonal() * rows / (total - 1);
  data.centres = std::move(rows);
  data.weights = std::move(weights);
  return data;
}

/// Row numbers 0 .. count-1 in random order.
inline std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  Random random(seed, 3);
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace scpp::build
