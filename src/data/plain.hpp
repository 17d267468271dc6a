#pragma once
// Between Eigen's matrices inside and the plain ones of the public face.
#include <vector>

#include "base/types.hpp"
#include "scpp/model.hpp"

namespace scpp {

template <class Matrix>
DenseMatrix plain(const Matrix& matrix) {
  DenseMatrix out{matrix.rows(), matrix.cols(), {}};
  out.values.resize(out.rows * out.columns);
  Eigen::Map<RowMatrix>(out.values.data(), matrix.rows(), matrix.cols()) = matrix;
  return out;
}

inline std::vector<double> plain(const Vector& vector) { return {vector.begin(), vector.end()}; }

inline Eigen::Map<const RowMatrix> view(const DenseMatrix& matrix) {
  return {matrix.values.data(), matrix.rows, matrix.columns};
}

}  // namespace scpp
