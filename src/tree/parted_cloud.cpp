#include "tree/parted_cloud.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "data/components.hpp"
#include "graph/neighbours.hpp"

namespace scpp {
namespace {

RowMatrix scatter_along(const RowMatrix& scatter, const RowMatrix& directions) {
  return scatter.size() ? RowMatrix(directions.transpose() * scatter * directions) : RowMatrix();
}

// ---- what columns know of each other

constexpr Index most_asked = 1000;  // rows; a mean over all their neighbours needs no more

Eigen::RowVectorXd variances(const RowMatrix& rows) {
  return (rows.rowwise() - rows.colwise().mean()).cwiseAbs2().colwise().mean();
}

/// The variance of every column if rows were drawn from those that are neighbours.
Eigen::RowVectorXd variances_of_neighbours(const RowMatrix& rows, const NeighbourGraph& near) {
  Eigen::RowVectorXd squares = Eigen::RowVectorXd::Zero(rows.cols());
  double pairs = 0;
  for (Index at = 0; at < std::ssize(near.to); ++at, ++pairs)
    squares += (rows.row(at / near.count) - rows.row(near.to[at])).cwiseAbs2();
  return squares / (2 * pairs);
}

/// The columns that vary, in two halves of the same kind. They take turns in the order of their fourth
/// moments, so that the halves do not depend on the order of the columns.
std::array<std::vector<Index>, 2> halves_of_columns(const RowMatrix& rows,
                                                    const Eigen::RowVectorXd& variance) {
  std::vector<double> tails(rows.cols());
  std::vector<Index> varying;
  for (Index column = 0; column < rows.cols(); ++column) {
    if (!(variance[column] > 0)) continue;
    const auto values = rows.col(column).array();
    tails[column] = ((values - values.mean()).square() / variance[column]).square().mean();
    varying.push_back(column);
  }
  std::ranges::stable_sort(varying, {}, [&](Index column) { return tails[column]; });
  std::array<std::vector<Index>, 2> halves;
  for (std::size_t i = 0; i < varying.size(); ++i) halves[i % 2].push_back(varying[i]);
  return halves;
}

/// The metric that rows teach before there are clusters: neighbours in one half of the columns stand for
/// rows of one cluster in the other half. Column by column it is the metric that clusters teach
/// (data/metric), so that a column counts less the more it varies among neighbours.
Vector stretch_of_columns(const RowMatrix& rows) {
  constexpr double shrinkage = shrinkages[0];
  const Eigen::RowVectorXd variance = variances(rows);
  const auto halves = halves_of_columns(rows, variance);
  Eigen::ArrayXd within = Eigen::ArrayXd::Ones(rows.cols());
  double sum = 0, varying = 0;
  for (int which = 0; which < 2 && !halves[1].empty(); ++which) {
    const NeighbourGraph near = nearest_neighbours(rows(Eigen::all, halves[which]), neighbours_of_a_row);
    const Eigen::RowVectorXd local = variances_of_neighbours(rows, near);
    for (const Index column : halves[1 - which]) {
      sum += within[column] = std::min(1.0, local[column] / variance[column]);
      ++varying;
    }
  }
  if (!(sum > 0)) return Vector::Ones(rows.cols());
  const Eigen::ArrayXd whitened = 1 / ((1 - shrinkage) * within + shrinkage * sum / varying).sqrt();
  const Eigen::ArrayXd between = (1 - within) * whitened.square();
  const Vector stretch = whitened * (1 + between / (1 + between)) / 2;
  return stretch / std::sqrt(stretch.cwiseAbs2().mean());
}

SeenCloud stretched(Cloud cloud) {
  cloud.stretch = stretch_of_columns(first_rows(cloud, most_asked).rows);
  const auto by_column = cloud.stretch.asDiagonal();
  cloud.rows = cloud.rows * by_column;
  RowMatrix directions = by_column;
  cloud.scatter_inside = scatter_along(cloud.scatter_inside, directions);
  return {std::move(cloud), std::move(directions)};
}

}  // namespace

SeenCloud seen_cloud(const Scaled& scaled, const Units& units) {
  std::optional<Components> found = leading_components(scaled, units.row, units.weights);
  if (!found) return stretched({gather(scaled, units.row), units.weights, scaled.scatter_inside});
  return {
      {std::move(found->coordinates), units.weights, scatter_along(scaled.scatter_inside, found->directions)},
      std::move(found->directions)};
}

Cloud along(const Cloud& cloud, const RowMatrix& directions) {
  return {in_metric(cloud.rows, directions), cloud.weights, scatter_along(cloud.scatter_inside, directions)};
}

Cloud unstretched(Cloud cloud) {
  if (!cloud.stretch.size()) return cloud;
  const Vector shrunk = cloud.stretch.cwiseInverse();
  cloud.rows = cloud.rows * shrunk.asDiagonal();
  cloud.scatter_inside = scatter_along(cloud.scatter_inside, shrunk.asDiagonal());
  cloud.stretch.resize(0);
  return cloud;
}

Cloud first_rows(const Cloud& cloud, Index count) {
  count = std::min(count, cloud.rows.rows());
  return {cloud.rows.topRows(count), cloud.weights.head(count), cloud.scatter_inside, cloud.stretch};
}

PartMoments moments_of(const Cloud& cloud, const Parts& parts, Index count) {
  PartMoments moments = part_moments(cloud.rows, cloud.weights, parts, count);
  if (cloud.scatter_inside.size()) moments.within += cloud.scatter_inside;
  return moments;
}

PartMoments moments_of(const PartedCloud& parted) {
  return moments_of(parted.cloud, parted.parts, parted.count);
}

Cloud half_of(const Cloud& cloud, Index first) {
  const auto rows = Eigen::seq(first, cloud.rows.rows() - 1, 2);
  return {cloud.rows(rows, Eigen::all), cloud.weights(rows), cloud.scatter_inside};
}

Parts every_second(const Parts& parts, Index first) {
  Parts some;
  for (Index i = first; i < std::ssize(parts); i += 2) some.push_back(parts[i]);
  return some;
}

}  // namespace scpp
