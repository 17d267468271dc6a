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

// ---- whole numbers

namespace {

constexpr double largest_whole = 2047;
// What is read again for the next few rows or columns stays in the cache, and on few pages of memory.
constexpr Index rows_of_pairs = 48, pairs_of_rows = 128;
constexpr Index columns_of_pairs = 768, least_columns_of_pairs = 128, pairs_of_columns = 32;

/// What is too small to be divided by counts as 0.
double unit_of(double largest) { return largest > 1e-290 ? largest / largest_whole : 1.0; }

/// Columns in whole numbers, padded with zeros to a panel.
class RoundedPanel {
 public:
  explicit RoundedPanel(const RowMatrix& b)
      : units_(b.cols()), pairs_((b.rows() + 1) / 2), values_(2 * pairs_ * panel_width) {
    assert(b.cols() <= panel_width);
    std::vector<std::int16_t> whole(b.rows());
    for (Index column = 0; column < b.cols(); ++column) {
      const Vector values = b.col(column);
      units_[column] = unit_of(values.cwiseAbs().maxCoeff());
      kernels().round_to_whole(values.data(), values.size(), 1 / units_[column], whole.data());
      for (Index row = 0; row < b.rows(); ++row)
        values_[2 * (row / 2 * panel_width + column) + row % 2] = whole[row];
    }
  }

  /// a b for `rows` rows of a, with the unit of each column of b.
  RowMatrix times(const std::int16_t* a, Index row_stride, Index pair_stride, Index rows,
                  Index pairs_at_once) const {
    RowMatrix product = RowMatrix::Zero(rows, panel_width);
    for (Index pair = 0; pair < pairs_; pair += pairs_at_once)
      kernels().add_pairs(a + pair * pair_stride, row_stride, pair_stride, rows,
                          values_.data() + 2 * pair * panel_width, std::min(pairs_at_once, pairs_ - pair),
                          product.data());
    return product.leftCols(units_.size()) * units_.asDiagonal();
  }

 private:
  Vector units_;
  Index pairs_;
  AlignedVector<std::int16_t> values_;
};

}  // namespace

RoundedRows::RoundedRows(Index rows, Index cols)
    : rows_(rows),
      cols_(cols),
      even_cols_(cols + cols % 2),
      units_(rows),
      squares_(rows),
      along_rows_(rows * even_cols_),
      along_columns_((rows + rows % 2) * cols) {}

void RoundedRows::set(Index row, const double* values) {
  units_[row] = unit_of(Eigen::Map<const Vector>(values, cols_).cwiseAbs().maxCoeff());
  squares_[row] = dot(values, values, cols_);
  std::int16_t* whole = along_rows_.data() + row * even_cols_;
  kernels().round_to_whole(values, cols_, 1 / units_[row], whole);
  std::int16_t* pairs = along_columns_.data() + row / 2 * 2 * cols_ + row % 2;
  for (Index column = 0; column < cols_; ++column) pairs[2 * column] = whole[column];
}

RowMatrix RoundedRows::times(const RowMatrix& b) const {
  assert(b.rows() == cols_);
  const RoundedPanel panel(b);
  RowMatrix product(rows_, b.cols());
  parallel_blocks(rows_, rows_of_pairs, [&](Index begin, Index end) {
    product.middleRows(begin, end - begin) =
        units_.segment(begin, end - begin).asDiagonal() *
        panel.times(along_rows_.data() + begin * even_cols_, even_cols_, 2, end - begin, pairs_of_rows);
  });
  return product;
}

RowMatrix RoundedRows::transposed_times(const RowMatrix& b) const {
  assert(b.rows() == rows_);
  const RoundedPanel panel(units_.asDiagonal() * b);
  RowMatrix product(cols_, b.cols());
  const Index block =
      std::clamp<Index>(cols_ / 8, least_columns_of_pairs, columns_of_pairs);  // some for each
  parallel_blocks(cols_, block, [&](Index begin, Index end) {
    product.middleRows(begin, end - begin) =
        panel.times(along_columns_.data() + 2 * begin, 2, 2 * cols_, end - begin, pairs_of_columns);
  });
  return product;
}

// ---- rows

void dot_rows(const double* a, Index stride, Index rows, Index cols, const double* x, double* out) {
  kernels().dot_rows(a, stride, rows, cols, x, out);
}

void add_weighted_rows(const double* a, Index stride, Index rows, Index cols, const double* weights,
                       double* out) {
  kernels().add_weighted_rows(a, stride, rows, cols, weights, out);
}

}  // namespace scpp
