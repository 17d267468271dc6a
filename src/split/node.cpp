#include "split/node.hpp"

#include <Eigen/QR>
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

/// With more columns than rows the data lie in the span of the rows, and so does every direction the search can
/// reach (gradients are combinations of rows). Householder's QR of X' gives that span exactly: X = R' Q'.
struct RowSpace {
  RowMatrix coordinates;  ///< n x n
  ColMatrix basis;        ///< d x n
};

RowSpace row_space(const RowMatrix& rows) {
  const Index n = rows.rows();
  const Eigen::HouseholderQR<ColMatrix> qr(rows.transpose());
  RowSpace space;
  space.basis = qr.householderQ() * ColMatrix::Identity(rows.cols(), n);
  space.coordinates = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>().transpose().toDenseMatrix();
  return space;
}

}  // namespace

ColMatrix PreparedNode::in_full_space(const ColMatrix& directions) const {
  return basis.size() ? ColMatrix(basis * directions) : directions;
}

PreparedNode prepare_node(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside, Index microclusters,
                          Index components, bool keep_rows) {
  PreparedNode node;
  node.rows = weights.sum();
  node.mean = (weights.transpose() * rows).transpose() / node.rows;
  rows.rowwise() -= node.mean.transpose();
  node.diameter_bound = 2 * rows.rowwise().norm().maxCoeff();
  node.microclusters = make_microclusters(rows, weights, microclusters);
  node.data.weights = node.microclusters.weights;
  if (rows.cols() > rows.rows()) {
    RowSpace space = row_space(rows);
    node.data.covariance = covariance_of(space.coordinates, weights);
    node.data.centres = multiply(view_of(node.microclusters.centres), view_of(space.basis));
    if (scatter_inside.size()) node.data.covariance += space.basis.transpose() * scatter_inside * space.basis;
    node.basis = std::move(space.basis);
    if (keep_rows) node.all_rows = {std::move(space.coordinates), weights, node.data.covariance};
  } else {
    node.data.covariance = covariance_of(rows, weights);
    node.data.centres = node.microclusters.centres;
    if (scatter_inside.size()) node.data.covariance += scatter_inside;
    if (keep_rows) node.all_rows = {rows, weights, node.data.covariance};
  }
  node.principal = principal_components(node.data.covariance, components);
  node.centred = std::move(rows);
  return node;
}

}  // namespace scpp
