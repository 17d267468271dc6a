#include "base/multiply.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

#include "base/isa.hpp"
#include "base/multiply_kernels.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr Index chunk_depth = 256;  // a packed panel of 256 x 16 doubles fits the first-level cache
// What one thread takes at a time, some hundred microseconds of each:
constexpr Index products_of_a_block = Index{1} << 22;
constexpr Index values_to_pack = Index{1} << 16;

const MultiplyKernels& kernels() { return SCPP_PICK_KERNELS(multiply_kernels); }

}  // namespace

/// Panels of panel_width columns, each stored contiguously row after row, padded with zeros.
PackedRight::PackedRight(const StridedView& b) : rows_(b.rows), cols_(b.cols) {
  const Index panels = (b.cols + panel_width - 1) / panel_width;
  panels_.assign(panels * b.rows * panel_width, 0.0);
  const Index block = std::max<Index>(1, values_to_pack / std::max<Index>(1, b.rows * panel_width));
  parallel_blocks(panels, block, [&](Index first_panel, Index last_panel) {
    for (Index panel = first_panel; panel < last_panel; ++panel) {
      double* to = panels_.data() + panel * b.rows * panel_width;
      const Index first = panel * panel_width, width = std::min<Index>(panel_width, b.cols - first);
      for (Index k = 0; k < b.rows; ++k)
        for (Index j = 0; j < width; ++j)
          to[k * panel_width + j] = b.values[k * b.row_stride + (first + j) * b.col_stride];
    }
  });
}

void PackedRight::multiply_rows(const StridedView& a, Index begin, Index end, double* out,
                                Index out_stride) const {
  multiply_columns(a, begin, end, 0, cols_, out, out_stride);
}

void PackedRight::multiply_columns(const StridedView& a, Index begin, Index end, Index first_col,
                                   Index last_col, double* out, Index out_stride, Index first_row) const {
  assert(a.cols == rows_ && begin >= 0 && end <= a.rows);
  assert(first_col % panel_width == 0 && last_col <= cols_);
  for (Index i = 0; i < end - begin; ++i) std::fill_n(out + i * out_stride, last_col - first_col, 0.0);
  // Chunks outside: what the rows of a have in a chunk stays in the second-level cache while panels pass by.
  for (Index k = first_row / chunk_depth * chunk_depth; k < rows_; k += chunk_depth)
    for (Index first = first_col; first < last_col; first += panel_width)
      kernels().add_panel(a.values + begin * a.row_stride + k * a.col_stride, a.row_stride, a.col_stride,
                          end - begin, panels_.data() + first * rows_ + k * panel_width,
                          std::min(chunk_depth, rows_ - k), out + first - first_col, out_stride,
                          std::min<Index>(panel_width, last_col - first));
}

void multiply(const StridedView& a, const StridedView& b, double* out, Index out_stride) {
  constexpr Index rows_of_tiles = 24;  // in registers, whatever the instruction set
  const Index products_of_a_row = std::max<Index>(1, b.rows * b.cols);
  const Index tiles = std::clamp<Index>(products_of_a_block / products_of_a_row / rows_of_tiles, 1, 8);
  const PackedRight packed(b);
  parallel_blocks(a.rows, tiles * rows_of_tiles, [&](Index begin, Index end) {
    packed.multiply_rows(a, begin, end, out + begin * out_stride, out_stride);
  });
}

RowMatrix multiply(const StridedView& a, const StridedView& b) {
  RowMatrix product(a.rows, b.cols);
  multiply(a, b, product.data(), b.cols);
  return product;
}

namespace {

/// Columns in single precision, padded with zeros to a panel.
class FloatPanel {
 public:
  explicit FloatPanel(const RowMatrix& b) : values_(b.rows() * panel_width) {
    assert(b.cols() <= panel_width);
    for (Index row = 0; row < b.rows(); ++row)
      for (Index column = 0; column < b.cols(); ++column)
        values_[row * panel_width + column] = static_cast<float>(b(row, column));
  }

  /// out += a b', b' being as many rows of the panel from `first` on as a has columns.
  void add(const float* a, Index rows, Index depth, Index row_stride, Index col_stride, Index first,
           double* out) const {
    SCPP_PICK_KERNELS(float_multiply_kernels)
        .add_float_panel(a, row_stride, col_stride, rows, values_.data() + first * panel_width, depth, out,
                         panel_width);
  }

 private:
  AlignedVector<double> values_;
};

// A block of the table stays in the cache while it is read for the next few rows or columns.
constexpr Index rows_of_floats = 48, depth_of_rows = 128;
constexpr Index columns_of_floats = 192, depth_of_columns = 64;

/// a b for rows [first, last) of a.
RowMatrix rows_times(const FloatMatrix& a, Index first, Index last, const FloatPanel& b) {
  RowMatrix product = RowMatrix::Zero(last - first, panel_width);
  parallel_blocks(last - first, rows_of_floats, [&](Index begin, Index end) {
    for (Index k = 0; k < a.cols(); k += depth_of_rows)
      b.add(&a(first + begin, k), end - begin, std::min(depth_of_rows, a.cols() - k), a.cols(), 1, k,
            product.row(begin).data());
  });
  return product;
}

/// out += a' b for rows [first, last) of a; b has as many.
void add_transposed(const FloatMatrix& a, Index first, Index last, const FloatPanel& b, RowMatrix& out) {
  parallel_blocks(a.cols(), columns_of_floats, [&](Index begin, Index end) {
    for (Index k = first; k < last; k += depth_of_columns)
      b.add(&a(k, begin), end - begin, std::min(depth_of_columns, last - k), 1, a.cols(), k - first,
            out.row(begin).data());
  });
}

}  // namespace

RowMatrix multiply_transposed(const FloatMatrix& a, const RowMatrix& b) {
  assert(a.rows() == b.rows());
  RowMatrix product = RowMatrix::Zero(a.cols(), panel_width);
  add_transposed(a, 0, a.rows(), FloatPanel(b), product);
  return product.leftCols(b.cols());
}

ThereAndBack multiply_there_and_back(const FloatMatrix& a, const Vector& weights, const RowMatrix& b) {
  constexpr Index rows_at_a_time = 4 * rows_of_floats;  // come from memory once for both products
  assert(a.cols() == b.rows() && a.rows() == weights.size());
  const FloatPanel panel(b);
  RowMatrix there(a.rows(), panel_width), back = RowMatrix::Zero(a.cols(), panel_width);
  for (Index first = 0; first < a.rows(); first += rows_at_a_time) {
    const Index last = std::min(first + rows_at_a_time, a.rows());
    const RowMatrix some = rows_times(a, first, last, panel);
    there.middleRows(first, last - first) = some;
    add_transposed(a, first, last, FloatPanel(weights.segment(first, last - first).asDiagonal() * some),
                   back);
  }
  return {there.leftCols(b.cols()), back.leftCols(b.cols())};
}

RowMatrix gram(const StridedView& a, Zeros zeros) {
  const Index size = a.cols;
  RowMatrix product(size, size);
  const PackedRight packed(a);
  // Panels left of the diagonal are mirrored; the larger the block, the more of them are made in vain within
  // it.
  const Index block = panel_width * std::clamp<Index>(size / 256, 2, 8);
  struct Piece {
    Index row, column;
  };
  constexpr Index fewest_panels = 4;  // with fewer, more time goes into fetching rows than into multiplying
  const Index products_of_a_panel = std::max<Index>(1, block * a.rows * panel_width);
  const Index width = panel_width * std::max(fewest_panels, products_of_a_block / products_of_a_panel);
  std::vector<Piece> pieces;
  for (Index row = 0; row < size; row += block)
    for (Index column = row; column < size; column += width) pieces.push_back({row, column});
  parallel_blocks(pieces.size(), 1, [&](Index at, Index) {
    const auto [row, column] = pieces[at];
    packed.multiply_columns(a.transposed(), row, std::min(row + block, size), column,
                            std::min(column + width, size), product.data() + row * size + column, size,
                            zeros == Zeros::above_diagonal ? row : 0);
  });
  product.triangularView<Eigen::StrictlyLower>() = product.transpose();
  return product;
}

void dot_rows(const double* a, Index stride, Index rows, Index cols, const double* x, double* out) {
  kernels().dot_rows(a, stride, rows, cols, x, out);
}

void add_weighted_rows(const double* a, Index stride, Index rows, Index cols, const double* weights,
                       double* out) {
  kernels().add_weighted_rows(a, stride, rows, cols, weights, out);
}

}  // namespace scpp
