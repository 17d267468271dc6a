#include "split/node.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/multiply.hpp"
#include "micro/kmeans.hpp"
#include "micro/products.hpp"

namespace scpp {
namespace {

/// sum_i w_i x_i x_i' / (sum w - 1) for centred rows.
RowMatrix covariance_of(const RowMatrix& centred, const Vector& weights, Zeros zeros = Zeros::nowhere) {
  const double divisor = std::max(weights.sum() - 1, 1.0);
  if ((weights.array() == 1).all()) return gram(view_of(centred), zeros) / divisor;
  const RowMatrix weighted = weights.cwiseSqrt().asDiagonal() * centred;
  return gram(view_of(weighted), zeros) / divisor;
}

/// Products of the centred rows: those of the parents' rows, centred, tell them unless most of each was the mean.
RowMatrix products_of_node(const RowMatrix& centred, const Vector& weights, const RowMatrix& before_centring) {
  constexpr double most = 16;  // four bits of 53 are lost
  if (before_centring.size()) {
    RowMatrix products = centred_products(before_centring, weights);
    if (before_centring.trace() <= most * products.trace()) return products;
  }
  return products_of(centred);
}

/// The microcluster of every row, sought in the span, where distances are the same and columns fewer.
std::vector<std::int32_t> seek_in_span(const RowSpace& space, const RowMatrix& products, const Vector& weights, Index count) {
  if (!space.is_told_by_products()) return make_microclusters(space.coordinates(), weights, count).membership;
  if (count < products.rows()) return microclusters_by_products(products, weights, count);
  std::vector<std::int32_t> each(products.rows());
  std::iota(each.begin(), each.end(), 0);
  return each;
}

void prepare_in_span(PreparedNode& node, const Vector& weights, const RowMatrix& scatter_inside, Index microclusters,
                     const RowMatrix& before_centring) {
  const RowMatrix& rows = *node.centred;
  const RowMatrix products = products_of_node(rows, weights, before_centring);
  const RowSpace& space = node.row_space.emplace(node.centred, products);
  node.data.covariance = covariance_of(space.coordinates(), weights, Zeros::above_diagonal);
  if (scatter_inside.size()) {
    const Index size = space.coordinates().cols();
    const ColMatrix basis = space.lift(ColMatrix::Identity(size, size));
    node.data.covariance += basis.transpose() * scatter_inside * basis;
  }
  const std::vector<std::int32_t> sought = seek_in_span(space, products, weights, microclusters);
  const Index count = std::ranges::max(sought) + 1;
  // A row belongs to the nearest in all columns, as assign() will say.
  node.microclusters = moved_to_means(rows, weights, sought);
  node.data.centres = count == std::ssize(node.microclusters)
                          ? means_of(space.coordinates(), weights, sought, count)
                          : space.project(node.microclusters.centres);  // one of equal centres was left without rows
}

void prepare_in_columns(PreparedNode& node, const Vector& weights, const RowMatrix& scatter_inside, Index microclusters) {
  node.microclusters = make_microclusters(*node.centred, weights, microclusters);
  node.data.covariance = covariance_of(*node.centred, weights);
  node.data.centres = node.microclusters.centres;
  if (scatter_inside.size()) node.data.covariance += scatter_inside;
}

}  // namespace

ColMatrix PreparedNode::in_full_space(const ColMatrix& directions) const {
  return row_space ? row_space->lift(directions) : directions;
}

PreparedNode prepare_node(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside, Index microclusters,
                          Index components, const RowMatrix& gram) {
  PreparedNode node;
  node.rows = weights.sum();
  node.mean = (weights.transpose() * rows).transpose() / node.rows;
  rows.rowwise() -= node.mean.transpose();
  node.diameter_bound = 2 * rows.rowwise().norm().maxCoeff();
  node.centred = std::make_shared<const RowMatrix>(std::move(rows));
  if (node.centred->cols() > node.centred->rows())
    prepare_in_span(node, weights, scatter_inside, microclusters, gram);
  else
    prepare_in_columns(node, weights, scatter_inside, microclusters);
  node.data.weights = node.microclusters.weights;
  node.principal = principal_components(node.data.covariance, components);
  return node;
}

}  // namespace scpp
