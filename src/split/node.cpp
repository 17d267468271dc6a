#include "split/node.hpp"

#include <cmath>

#include "base/multiply.hpp"

namespace scpp {
namespace {

/// sum_i w_i x_i x_i' / (sum w - 1) for centred rows.
RowMatrix covariance_of(const RowMatrix& centred, const Vector& weights) {
  const double divisor = std::max(weights.sum() - 1, 1.0);
  if ((weights.array() == 1).all()) return gram(view_of(centred)) / divisor;
  const RowMatrix weighted = weights.cwiseSqrt().asDiagonal() * centred;
  return gram(view_of(weighted)) / divisor;
}

}  // namespace

ColMatrix PreparedNode::in_full_space(const ColMatrix& directions) const {
  return row_space ? row_space->lift(directions) : directions;
}

PreparedNode prepare_node(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside, Index microclusters,
                          Index components, bool keep_rows) {
  PreparedNode node;
  node.rows = weights.sum();
  node.mean = (weights.transpose() * rows).transpose() / node.rows;
  rows.rowwise() -= node.mean.transpose();
  node.diameter_bound = 2 * rows.rowwise().norm().maxCoeff();
  if (rows.cols() > rows.rows()) {
    const RowMatrix& coordinates = node.row_space.emplace(rows).coordinates();
    node.data.covariance = covariance_of(coordinates, weights);
    // Sought in the span, where distances are the same and columns fewer; a row belongs to the nearest in all columns, as
    // assign() will say.
    const Microclusters sought = make_microclusters(coordinates, weights, microclusters);
    node.microclusters = moved_to_means(rows, weights, sought);
    node.data.centres = moved_to_means(coordinates, weights, sought).centres;
    if (node.data.centres.rows() != node.microclusters.size())  // ties were decided otherwise, and a centre lost its rows
      node.data.centres = node.row_space->project(node.microclusters.centres);
    if (scatter_inside.size()) {
      const ColMatrix basis = node.row_space->lift(ColMatrix::Identity(rows.rows(), rows.rows()));
      node.data.covariance += basis.transpose() * scatter_inside * basis;
    }
    if (keep_rows) node.all_rows = {coordinates, weights, node.data.covariance};
  } else {
    node.microclusters = make_microclusters(rows, weights, microclusters);
    node.data.covariance = covariance_of(rows, weights);
    node.data.centres = node.microclusters.centres;
    if (scatter_inside.size()) node.data.covariance += scatter_inside;
    if (keep_rows) node.all_rows = {rows, weights, node.data.covariance};
  }
  node.data.weights = node.microclusters.weights;
  node.principal = principal_components(node.data.covariance, components);
  node.centred = std::move(rows);
  return node;
}

}  // namespace scpp
