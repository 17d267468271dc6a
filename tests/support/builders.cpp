#include "support/builders.hpp"

#include <numeric>
#include <utility>

namespace scpp::build {

RowMatrix normal_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed, 1);
  RowMatrix m(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) m(i, j) = random.normal();
  return m;
}

Vector normal_vector(Index size, std::uint64_t seed) { return normal_matrix(size, 1, seed).col(0); }

ColMatrix random_directions(Index d, Index l, std::uint64_t seed) {
  return ColMatrix(normal_matrix(d, l, seed)).colwise().normalized();
}

ColMatrix random_rotation(Index d, std::uint64_t seed) {
  ColMatrix q = normal_matrix(d, d, seed);
  for (Index i = 0; i < d; ++i) {
    for (int twice = 0; twice < 2; ++twice)
      for (Index k = 0; k < i; ++k) q.col(i) -= q.col(k).dot(q.col(i)) * q.col(k);
    q.col(i).normalize();
  }
  return q;
}

Vector random_counts(Index size, int most, std::uint64_t seed) {
  Random random(seed, 2);
  Vector counts(size);
  for (double& count : counts)
    count = 1.0 + static_cast<double>(random.below(static_cast<std::uint64_t>(most)));
  return counts;
}

Blobs blobs(Index rows, Index columns, int clusters, double separation, std::uint64_t seed) {
  Blobs made{normal_matrix(rows, columns, seed), {}};
  const RowMatrix centres = separation * normal_matrix(clusters, columns, seed + 1000);
  for (Index i = 0; i < rows; ++i) {
    made.truth.push_back(static_cast<std::int32_t>(i % clusters));
    made.rows.row(i) += centres.row(i % clusters);
  }
  return made;
}

TableView view(const RowMatrix& rows) {
  return TableView::row_major(rows.data(), static_cast<std::size_t>(rows.rows()),
                              static_cast<std::size_t>(rows.cols()));
}

NodeData node(RowMatrix rows, Vector weights) {
  NodeData data;
  const double total = weights.sum();
  const Eigen::RowVectorXd mean = weights.transpose() * rows / total;
  rows.rowwise() -= mean;
  data.covariance = rows.transpose() * weights.asDiagonal() * rows / (total - 1);
  data.centres = std::move(rows);
  data.weights = std::move(weights);
  return data;
}

std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  Random random(seed, 3);
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace scpp::build
