#pragma once
// Dense products with the same bits on every CPU and for every number of threads: each entry is summed over
// the inner index in order, in chunks of fixed length. (Eigen's own product is built for one instruction
// set.)
#include <cstdint>

#include "base/types.hpp"

namespace scpp {

struct StridedView {
  const double* values;
  Index rows, cols, row_stride, col_stride;

  StridedView transposed() const { return {values, cols, rows, col_stride, row_stride}; }
};

inline StridedView view_of(const RowMatrix& m) { return {m.data(), m.rows(), m.cols(), m.cols(), 1}; }
inline StridedView view_of(const ColMatrix& m) { return {m.data(), m.rows(), m.cols(), 1, m.rows()}; }

/// A matrix laid out once for many products with it on the right.
class PackedRight {
 public:
  explicit PackedRight(const StridedView& b);
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  /// Rows [begin, end) of a b, written from `out` on with `out_stride` between rows. Runs on the calling
  /// thread.
  void multiply_rows(const StridedView& a, Index begin, Index end, double* out, Index out_stride) const;
  /// The same for columns [first_col, last_col) of b alone; first_col must be a multiple of 16. Column
  /// first_col is written at out[0]. Rows of b before `first_row` may be left out (because what a has for
  /// them is 0).
  void multiply_columns(const StridedView& a, Index begin, Index end, Index first_col, Index last_col,
                        double* out, Index out_stride, Index first_row = 0) const;

 private:
  Index rows_, cols_;
  AlignedVector<double> panels_;
};

/// out = a b, written row-major with `out_stride` between rows.
void multiply(const StridedView& a, const StridedView& b, double* out, Index out_stride);

RowMatrix multiply(const StridedView& a, const StridedView& b);

enum class Zeros { nowhere, above_diagonal };

/// a' a; both triangles filled, exactly symmetric.
RowMatrix gram(const StridedView& a, Zeros zeros = Zeros::nowhere);

/// Rows in whole numbers of at most 2047 in size, each row in a unit of its own, for products with at most 16
/// columns, which are rounded alike. They are added up exactly, so that no order of sums matters, and four
/// times as fast as those of doubles. Good to about a thousandth of a row's largest entry: enough to find
/// directions in which rows vary.
class RoundedRows {
 public:
  RoundedRows(Index rows, Index cols);
  void set(Index row, const double* values);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  const Vector& squared_norms() const { return squares_; }  ///< before rounding
  /// a b
  RowMatrix times(const RowMatrix& b) const;
  /// a' b
  RowMatrix transposed_times(const RowMatrix& b) const;

 private:
  Index rows_, cols_, even_cols_;
  Vector units_, squares_;
  AlignedVector<std::int16_t> along_rows_, along_columns_;  // neighbours of a row or of a column in pairs
};

/// out[i] = a_i . x for the rows a_i of a row-major matrix with `stride` between rows; on the calling thread.
void dot_rows(const double* a, Index stride, Index rows, Index cols, const double* x, double* out);

/// out += sum_i weights[i] a_i; on the calling thread.
void add_weighted_rows(const double* a, Index stride, Index rows, Index cols, const double* weights,
                       double* out);

inline double dot(const double* a, const double* b, Index size) {
  double result;
  dot_rows(a, size, 1, size, b, &result);
  return result;
}

}  // namespace scpp
