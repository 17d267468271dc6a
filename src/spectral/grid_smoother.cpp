#include "spectral/grid_smoother.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

RowMatrix root_of_gaussian(Index nodes, double width) {
  ColMatrix similarity(nodes, nodes);
  for (Index j = 0; j < nodes; ++j)
    for (Index k = 0; k < nodes; ++k)
      similarity(j, k) = std::exp(-0.5 * std::pow(static_cast<double>(j - k) / width, 2));
  const Eigen::SelfAdjointEigenSolver<ColMatrix> solver(similarity);  // ascending
  constexpr double rounding = 1e-13;
  const Index rank = (solver.eigenvalues().array() > rounding * solver.eigenvalues()[nodes - 1]).count();
  return solver.eigenvectors().rightCols(rank) * solver.eigenvalues().tail(rank).cwiseSqrt().asDiagonal();
}

/// out' = in' right, for `in` rows x cols and right of `cols of in'`: one axis multiplied, and the axes
/// swapped.
void multiply_axis(const double* in, Index rows, Index cols, const PackedRight& right, double* out) {
  right.multiply_rows(StridedView{in, rows, cols, cols, 1}.transposed(), 0, cols, out, right.cols());
}

}  // namespace

AxisRoot::AxisRoot(Index nodes, double width)
    : root(root_of_gaussian(nodes, width)), up(view_of(root).transposed()), down(view_of(root)) {}

const AxisRoot& AxisRoots::of(Index nodes) { return made_.try_emplace(nodes, nodes, width_).first->second; }

GridSmoother::GridSmoother(const AxisRoot& across, const AxisRoot& along)
    : across_(&across),
      along_(&along),
      scratch_(across.root.rows() * along.root.rows()) {}

void GridSmoother::up(const double* y, double* nodes) const {
  const Index n1 = across_->root.rows(), r1 = across_->root.cols(), r2 = along_->root.cols();
  multiply_axis(y, r1, r2, across_->up, scratch_.data());  // (R1 Y)', r2 x n1
  multiply_axis(scratch_.data(), r2, n1, along_->up, nodes);
}

void GridSmoother::down(const double* nodes, double* y) const {
  const Index n1 = across_->root.rows(), n2 = along_->root.rows(), r1 = across_->root.cols();
  multiply_axis(nodes, n1, n2, across_->down, scratch_.data());  // (R1' N)', n2 x r1
  multiply_axis(scratch_.data(), n2, r1, along_->down, y);
}

RowMatrix GridSmoother::smooth(const RowMatrix& nodes) const {
  Vector y(rank());
  RowMatrix smoothed(nodes.rows(), nodes.cols());
  down(nodes.data(), y.data());
  up(y.data(), smoothed.data());
  return smoothed;
}

}  // namespace scpp
