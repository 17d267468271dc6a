#include "tree/parted_cloud.hpp"

#include <algorithm>

#include "split/node.hpp"

namespace scpp {

std::optional<RowMatrix> leading_components(const Cloud& cloud) {
  const auto& [rows, weights, scatter_inside] = cloud;
  constexpr Index most_columns = 100;  // research/notes/partition.md has what was tried
  const Index count = std::min({most_columns, rows.rows() - 1, rows.cols()});
  if (rows.cols() <= most_columns || count < 2) return std::nullopt;
  const RowMatrix weighted = weights.cwiseSqrt().asDiagonal() * rows;  // means are 0 already
  if (rows.cols() <= rows.rows())
    return RowMatrix(principal_components(gram(view_of(weighted)), count).vectors);
  const Principal left = principal_components(gram(view_of(weighted).transposed()), count);
  RowMatrix basis = multiply(view_of(weighted).transposed(), view_of(left.vectors));
  for (auto column : basis.colwise())
    if (const double norm = column.norm(); norm > 0) column /= norm;
  return basis;
}

Cloud along(const Cloud& cloud, const RowMatrix& directions) {
  Cloud seen{in_metric(cloud.rows, directions), cloud.weights, {}};
  if (cloud.scatter_inside.size())
    seen.scatter_inside = directions.transpose() * cloud.scatter_inside * directions;
  return seen;
}

Cloud first_rows(const Cloud& cloud, Index count) {
  count = std::min(count, cloud.rows.rows());
  return {cloud.rows.topRows(count), cloud.weights.head(count), cloud.scatter_inside};
}

PartMoments moments_of(const PartedCloud& parted) {
  const auto& [cloud, parts, count] = parted;
  PartMoments moments = part_moments(cloud.rows, cloud.weights, parts, count);
  if (cloud.scatter_inside.size()) moments.within += cloud.scatter_inside;
  return moments;
}

PartedCloud half_of(const PartedCloud& parted, Index first) {
  const auto& [cloud, parts, clusters] = parted;
  const Index count = (cloud.rows.rows() + 1 - first) / 2;
  PartedCloud half{
      {RowMatrix(count, cloud.rows.cols()), Vector(count), cloud.scatter_inside}, Parts(count), clusters};
  for (Index i = 0; i < count; ++i) {
    half.cloud.rows.row(i) = cloud.rows.row(first + 2 * i);
    half.cloud.weights[i] = cloud.weights[first + 2 * i];
    half.parts[i] = parts[first + 2 * i];
  }
  return half;
}

}  // namespace scpp
