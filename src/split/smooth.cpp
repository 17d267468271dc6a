#include "split/smooth.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "base/multiply.hpp"

namespace scpp {

ColMatrix smooth_directions(const PreparedNode& node, const NodeGraph& graph) {
  const double least = 1e-9 * node.principal.values[0];
  const Index kept = std::max<Index>(1, (node.principal.values.array() > least).count());
  const ColMatrix components = node.principal.vectors.leftCols(kept);
  const RowMatrix full = node.in_full_space(components);
  RowMatrix x = multiply(view_of(*node.centred), view_of(full));
  const Vector& degree = graph.degree();
  x.rowwise() -= ((degree.transpose() * x) / degree.sum()).eval();
  ColMatrix joined(x.rows(), kept);
  for (Index i = 0; i < kept; ++i) joined.col(i) = graph.multiply(x.col(i));
  const ColMatrix inside = x.transpose() * joined;
  const ColMatrix whole = x.transpose() * degree.asDiagonal() * x;
  const Eigen::GeneralizedSelfAdjointEigenSolver<ColMatrix> solver((inside + inside.transpose()) / 2, whole);
  ColMatrix directions = components * solver.eigenvectors().rowwise().reverse();
  directions.colwise().normalize();
  return directions;
}

}  // namespace scpp
