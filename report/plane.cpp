#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "report/statistics.hpp"

namespace scpp {
namespace {

constexpr Index most_loadings_in_a_file = 120000, fewest_loadings_of_a_node = 20;
constexpr Index row_block = 256;

/// Coordinates of table rows along the first `dimensions` axes; a missing cell is its column's mean.
std::vector<float> coordinates(const ReportInput& input, const Axes& axes, Index dimensions,
                               const std::vector<std::uint32_t>& rows) {
  const Transform& transform = input.model.transform;
  std::vector<float> out(rows.size() * dimensions);
  parallel_blocks(rows.size(), row_block, [&](Index begin, Index end) {
    std::vector<double> sums(dimensions);
    for (Index i = begin; i < end; ++i) {
      for (Index j = 0; j < dimensions; ++j) sums[j] = -axes.origin[j];
      for (Index column = 0; column < transform.columns(); ++column) {
        const double x = cell(input, rows[i], column);
        const double z = std::isnan(x) ? 0 : (x - transform.mean[column]) * transform.scale[column];
        for (Index j = 0; j < dimensions; ++j) sums[j] += z * axes.directions(column, j);
      }
      for (Index j = 0; j < dimensions; ++j) out[i * dimensions + j] = static_cast<float>(sums[j]);
    }
  });
  return out;
}

/// a'b of the first `dimensions` columns.
std::vector<double> inner_products(const DenseMatrix& a, const DenseMatrix& b, Index dimensions) {
  std::vector<double> products(dimensions * dimensions);
  for (Index column = 0; column < a.rows; ++column)
    for (Index i = 0; i < dimensions; ++i)
      for (Index j = 0; j < dimensions; ++j) products[i * dimensions + j] += a(column, i) * b(column, j);
  return products;
}

void add_loadings(const DenseMatrix& found, const DenseMatrix& start, Index count, PlaneView& plane) {
  std::vector<double> length(found.rows);
  for (Index column = 0; column < std::ssize(length); ++column)
    for (Index j = 0; j < plane.dimensions; ++j) length[column] += found(column, j) * found(column, j);
  std::vector<std::uint32_t>& order = plane.loading_columns;
  order.resize(length.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return length[a] > length[b]; });
  order.resize(std::min(std::ssize(order), count));
  for (const std::uint32_t column : order)
    for (Index j = 0; j < plane.dimensions; ++j) {
      plane.loadings.push_back(static_cast<float>(found(column, j)));
      plane.start_loadings.push_back(static_cast<float>(start(column, j)));
    }
}

}  // namespace

Index loadings_limit(const Model& model) {
  const Index splits = std::max<Index>(1, model.tree.nodes.size() - model.tree.clusters());
  return std::max(fewest_loadings_of_a_node, most_loadings_in_a_file / splits);
}

PlaneView make_plane(const ReportInput& input, int node, const std::vector<std::uint32_t>& rows) {
  const Split& split = *input.model.tree.nodes[node].split;
  PlaneView plane;
  plane.dimensions = std::min(split.projection.columns, most_shown_dimensions);
  const Axes found = axes_in_columns(input.model, node), start = start_in_columns(input.model, node);
  plane.points = coordinates(input, found, plane.dimensions, rows);
  plane.start_points = coordinates(input, start, plane.dimensions, rows);
  plane.gram = inner_products(split.projection, split.projection, plane.dimensions);
  plane.cross = inner_products(split.start, split.projection, plane.dimensions);
  add_loadings(found.directions, start.directions, loadings_limit(input.model), plane);
  return plane;
}

}  // namespace scpp
