#pragma once
// From a table to the rows that the method sees: moments, centre and scale, and plain matrices for the public
// face.
#include <span>
#include <vector>

#include "base/multiply.hpp"
#include "base/types.hpp"
#include "scpp/model.hpp"
#include "scpp/sketch.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

// Weight, range, mean and squares of columns, chunk by chunk. Chunks are added up along the binary tree over
// all chunks of the table, so that the sum has the same bits in whatever order and company the chunks arrive.

/// One piece for each chunk that the rows touch, added up as far as the tree allows. Rows are numbered from
/// `first_row`; bad values and weights are refused with that number.
std::vector<MomentsPiece> moments_of(const TableView& table, std::span<const double> weights,
                                     Index first_row);

/// Both lists as one. Throws InvalidArgument when they overlap.
std::vector<MomentsPiece> merged(std::vector<MomentsPiece> a, const std::vector<MomentsPiece>& b);

/// The moments of rows [0, rows). Throws InvalidArgument when rows are missing or the weights add up to too
/// little.
Moments total_of(const std::vector<MomentsPiece>& pieces);

/// The sum of squares about the common mean of two sets whose means lie `gap` apart (Chan, Golub and LeVeque
/// 1979).
inline double joined_squares(double weight_a, double squares_a, double weight_b, double squares_b,
                             double gap) {
  return squares_a + squares_b + gap * gap * weight_a * (weight_b / (weight_a + weight_b));
}

/// With `standardise` every column gets unit variance; without, one common factor gives the columns an
/// average variance of 1, so that all that follows is free of the data's unit.
Transform transform_of(const Moments& moments, bool standardise);

// Centre and scale, and the rows of a node as the method sees them.

/// A table behind its transform. Nothing is copied until rows are gathered.
struct Scaled {
  TableView table;
  Transform transform;
  Vector weights;            ///< one for each row of the table
  RowMatrix scatter_inside;  ///< d x d: what each row hides, when rows stand for many; empty when they do not

  Index rows() const { return table.rows(); }
  Index columns() const { return transform.dimensions(); }  ///< of a row as the method sees it
};

/// Checks every value and weight (InvalidArgument names row and column), then finds mean and scale of each
/// column.
Scaled standardise(const TableView& table, std::span<const double> weights, bool standardise);

/// Mean and scale alone.
inline Transform without_metric(Transform transform) {
  transform.metric.reset();
  return transform;
}

/// Rows [begin, end) of a table, transformed; on the calling thread.
RowMatrix transformed_rows(const TableView& table, const Transform& transform, Index begin, Index end);

/// The given rows, transformed, as one matrix.
RowMatrix gather(const Scaled& scaled, const std::vector<Index>& rows);

/// The same, rounded to whole numbers.
RoundedRows gather_rounded(const Scaled& scaled, const std::vector<Index>& rows);

/// The squared lengths of the given rows, transformed.
Vector squared_norms(const Scaled& scaled, const std::vector<Index>& rows);

// Between Eigen's matrices inside and the plain ones of the public face.

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
