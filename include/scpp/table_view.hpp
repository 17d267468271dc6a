#pragma once
// Rows as the caller holds them: float or double, any strides, never copied or changed.
#include "scpp/index.hpp"

namespace scpp {

class TableView {
 public:
  TableView() = default;

  /// Element (row, column) is read at values[row * row_stride + column * column_stride].
  TableView(const double* values, Index rows, Index columns, Index row_stride, Index column_stride)
      : doubles_(values),
        rows_(rows),
        columns_(columns),
        row_stride_(row_stride),
        column_stride_(column_stride) {}
  TableView(const float* values, Index rows, Index columns, Index row_stride, Index column_stride)
      : floats_(values),
        rows_(rows),
        columns_(columns),
        row_stride_(row_stride),
        column_stride_(column_stride) {}

  template <class Real>
  static TableView row_major(const Real* values, Index rows, Index columns) {
    return {values, rows, columns, columns, 1};
  }
  template <class Real>
  static TableView column_major(const Real* values, Index rows, Index columns) {
    return {values, rows, columns, 1, rows};
  }

  Index rows() const { return rows_; }
  Index columns() const { return columns_; }

  /// Rows [first, first + count) as a table of their own.
  TableView middle_rows(Index first, Index count) const {
    TableView part = *this;
    const auto offset = first * row_stride_;
    if (doubles_) part.doubles_ += offset;
    if (floats_) part.floats_ += offset;
    part.rows_ = count;
    return part;
  }

  /// Rows as columns.
  TableView transposed() const {
    TableView turned = *this;
    turned.rows_ = columns_;
    turned.columns_ = rows_;
    turned.row_stride_ = column_stride_;
    turned.column_stride_ = row_stride_;
    return turned;
  }

  double operator()(Index row, Index column) const {
    const auto at = row * row_stride_ + column * column_stride_;
    return doubles_ ? doubles_[at] : static_cast<double>(floats_[at]);
  }

  /// Writes row `row` as doubles to out[0 .. columns).
  void copy_row(Index row, double* out) const {
    const auto start = row * row_stride_;
    if (doubles_)
      copy_strided(doubles_ + start, out);
    else
      copy_strided(floats_ + start, out);
  }

 private:
  template <class Real>
  void copy_strided(const Real* from, double* out) const {
    if (column_stride_ == 1) {  // the usual case, which the compiler can vectorise
      for (Index column = 0; column < columns_; ++column) out[column] = static_cast<double>(from[column]);
      return;
    }
    for (Index column = 0; column < columns_; ++column)
      out[column] = static_cast<double>(from[column * column_stride_]);
  }

  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  Index rows_ = 0;
  Index columns_ = 0;
  Index row_stride_ = 0;
  Index column_stride_ = 0;
};

}  // namespace scpp
