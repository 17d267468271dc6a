#include "tree/parted_cloud.hpp"

#include <algorithm>
#include <utility>

#include "data/components.hpp"

namespace scpp {
namespace {

RowMatrix scatter_along(const RowMatrix& scatter, const RowMatrix& directions) {
  return scatter.size() ? RowMatrix(directions.transpose() * scatter * directions) : RowMatrix();
}

}  // namespace

SeenCloud seen_cloud(const Scaled& scaled, const Units& units) {
  std::optional<Components> found = leading_components(scaled, units.row, units.weights);
  if (!found) return {{gather(scaled, units.row), units.weights, scaled.scatter_inside}, std::nullopt};
  return {
      {std::move(found->coordinates), units.weights, scatter_along(scaled.scatter_inside, found->directions)},
      std::move(found->directions)};
}

Cloud along(const Cloud& cloud, const RowMatrix& directions) {
  return {in_metric(cloud.rows, directions), cloud.weights, scatter_along(cloud.scatter_inside, directions)};
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
