#include "rivals/drsc_objective.hpp"

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "rivals/graph_kernels.hpp"

namespace scpp {
namespace {

constexpr Index pair_block = 64;

const GraphKernels& drsc_kernels() { return SCPP_PICK_KERNELS(graph_kernels); }

/// Transposed and padded with zeros: a row for each coordinate.
RowMatrix by_coordinate(const RowMatrix& rows) {
  RowMatrix turned = RowMatrix::Zero(rows.cols(), (rows.rows() + 7) / 8 * 8);
  turned.leftCols(rows.rows()) = rows.transpose();
  return turned;
}

}  // namespace

DrscObjective::DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma,
                             const ColMatrix& directions, Index column)
    : rows_(rows),
      sigma_(sigma),
      stride_((rows.rows() + 7) / 8 * 8),
      held_(rows.rows() * stride_) {
  const RowMatrix points = by_coordinate(multiply(view_of(rows), view_of(directions)) / sigma);
  const RowMatrix turned = by_coordinate(embedding);
  const CoordinatesView p{points.data(), points.cols(), points.rows()};
  const CoordinatesView u{turned.data(), turned.cols(), turned.rows()};
  parallel_blocks(rows.rows(), pair_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) drsc_kernels().drsc_held_row(p, u, j, column, held_.data() + j * stride_);
  });
}

DrscObjective::Value DrscObjective::at(const Vector& direction) const {
  const Index n = rows_.rows(), blocks = (n + pair_block - 1) / pair_block;
  Vector along = Vector::Zero(stride_), values(n);
  dot_rows(rows_.data(), rows_.cols(), n, rows_.cols(), direction.data(), along.data());
  along /= sigma_;
  RowMatrix pulls =
      RowMatrix::Zero(blocks, stride_);  // of each block apart: the same sums for every thread count
  parallel_blocks(n, pair_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j)
      values[j] = drsc_kernels().drsc_row(held_.data() + j * stride_, along.data(), stride_, j,
                                     pulls.row(begin / pair_block).data());
  });
  const Vector pull = pulls.colwise().sum();
  Vector gradient = Vector::Zero(rows_.cols());
  add_weighted_rows(rows_.data(), rows_.cols(), n, rows_.cols(), pull.data(), gradient.data());
  return {2 * values.sum(), gradient * (-2 / sigma_)};
}

}  // namespace scpp
