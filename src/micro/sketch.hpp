#pragma once
// What a large table is reduced to: weight and mean of every cell. Sketches over the same cells are merged by adding,
// so parts of the data can be sketched apart, on threads or on machines.
#include "base/types.hpp"
#include "micro/cells.hpp"

namespace scpp {

struct Sketch {
  Vector weights;  ///< of each cell
  RowMatrix sums;  ///< weighted sum of each cell's rows

  static Sketch empty(Index cells, Index columns) { return {Vector::Zero(cells), RowMatrix::Zero(cells, columns)}; }

  void add(const RowMatrix& rows, const double* row_weights, const std::int32_t* cell_of_row);
  void merge(const Sketch& other);
};

/// The pooled scatter inside cells, per unit of weight: mean over the sample of (x - mean of its cell)(...)'. Together
/// with the cells' means it gives the covariance of any set of cells.
RowMatrix scatter_inside(const Sketch& sketch, const Cells& cells, const RowMatrix& sample);

}  // namespace scpp
