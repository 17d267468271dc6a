#include "micro/sketch.hpp"

#include "base/multiply.hpp"

namespace scpp {

void Sketch::add(const RowMatrix& rows, const double* row_weights, const std::int32_t* cell_of_row) {
  for (Index row = 0; row < rows.rows(); ++row) {
    const Index cell = cell_of_row[row];
    weights[cell] += row_weights[row];
    sums.row(cell) += row_weights[row] * rows.row(row);
  }
}

void Sketch::merge(const Sketch& other) {
  weights += other.weights;
  sums += other.sums;
}

RowMatrix scatter_inside(const Sketch& sketch, const Cells& cells, const RowMatrix& sample) {
  std::vector<std::int32_t> cell(static_cast<std::size_t>(sample.rows()));
  cells.find(sample, cell.data());
  RowMatrix deviation = sample;
  for (Index row = 0; row < sample.rows(); ++row) {
    const Index at = cell[static_cast<std::size_t>(row)];
    if (sketch.weights[at] > 0) deviation.row(row) -= sketch.sums.row(at) / sketch.weights[at];
  }
  return gram(view_of(deviation)) / static_cast<double>(sample.rows());
}

}  // namespace scpp
