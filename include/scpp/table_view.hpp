#pragma once
// Rows as the caller holds them: float or double, any strides, never copied or changed.
#include <cstddef>

namespace scpp {

class TableView {
 public:
  TableView() = default;

  /// Element (row, column) is read at values[row * row_stride + column * column_stride].
  TableView(const double* values, std::size_t rows, std::size_t columns, std::ptrdiff_t row_stride,
            std::ptrdiff_t column_stride)
      : doubles_(values), rows_(rows), columns_(columns), row_stride_(row_stride), column_stride_(column_stride) {}
  TableView(const float* values, std::size_t rows, std::size_t columns, std::ptrdiff_t row_stride,
            std::ptrdiff_t column_stride)
      : floats_(values), rows_(rows), columns_(columns), row_stride_(row_stride), column_stride_(column_stride) {}

  template <class Real>
  static TableView row_major(const Real* values, std::size_t rows, std::size_t columns) {
    return {values, rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
  }
  template <class Real>
  static TableView column_major(const Real* values, std::size_t rows, std::size_t columns) {
    return {values, rows, columns, 1, static_cast<std::ptrdiff_t>(rows)};
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  /// Rows [first, first + count) as a table of their own.
  TableView middle_rows(std::size_t first, std::size_t count) const {
    TableView part = *this;
    const auto offset = static_cast<std::ptrdiff_t>(first) * row_stride_;
    if (doubles_) part.doubles_ += offset;
    if (floats_) part.floats_ += offset;
    part.rows_ = count;
    return part;
  }

  double operator()(std::size_t row, std::size_t column) const {
    const auto at = static_cast<std::ptrdiff_t>(row) * row_stride_ + static_cast<std::ptrdiff_t>(column) * column_stride_;
    return doubles_ ? doubles_[at] : static_cast<double>(floats_[at]);
  }

  /// Writes row `row` as doubles to out[0 .. columns).
  void copy_row(std::size_t row, double* out) const {
    const auto start = static_cast<std::ptrdiff_t>(row) * row_stride_;
    if (doubles_)
      copy_strided(doubles_ + start, out);
    else
      copy_strided(floats_ + start, out);
  }

 private:
  template <class Real>
  void copy_strided(const Real* from, double* out) const {
    if (column_stride_ == 1) {  // the usual case, which the compiler can vectorise
      for (std::size_t column = 0; column < columns_; ++column) out[column] = static_cast<double>(from[column]);
      return;
    }
    for (std::size_t column = 0; column < columns_; ++column)
      out[column] = static_cast<double>(from[static_cast<std::ptrdiff_t>(column) * column_stride_]);
  }

  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::ptrdiff_t row_stride_ = 0;
  std::ptrdiff_t column_stride_ = 0;
};

}  // namespace scpp
