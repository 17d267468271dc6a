#include "baselines/drsc_objective.hpp"

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "baselines/graph_kernels.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 64;

const GraphKernels& kernels() { return SCPP_PICK_KERNELS(graph_kernels); }

/// Transposed and padded with zeros: a row for each coordinate.
RowMatrix by_coordinate(const RowMatrix& rows) {
  RowMatrix turned = RowMatrix::Zero(rows.cols(), (rows.rows() + 7) / 8 * 8);
  turned.leftCols(rows.rows()) = rows.transpose();
  return turned;
}

}  // namespace

DrscObjective::DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma)
    : rows_(rows), embedding_(by_coordinate(embedding)), sigma_(sigma) {}

DrscObjective::Value DrscObjective::at(const ColMatrix& directions, Index column) const {
  const RowMatrix points = by_coordinate(multiply(view_of(rows_), view_of(directions)) / sigma_);
  const CoordinatesView p{points.data(), points.cols(), points.rows()};
  const CoordinatesView u{embedding_.data(), embedding_.cols(), embedding_.rows()};
  Vector values(rows_.rows()), pulls(rows_.rows());
  parallel_blocks(rows_.rows(), row_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      const RowPull row = kernels().drsc_row(p, u, j, column);
      values[j] = row.value;
      pulls[j] = row.pull;
    }
  });
  Vector gradient = Vector::Zero(rows_.cols());
  add_weighted_rows(rows_.data(), rows_.cols(), rows_.rows(), rows_.cols(), pulls.data(), gradient.data());
  return {values.sum(), gradient * (-2 / sigma_)};
}

}  // namespace scpp
