#include "grid/grid.hpp"

#include <algorithm>
#include <cmath>

#include "base/decompositions.hpp"
#include "base/isa.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

const GridKernels& kernels() { return SCPP_PICK_KERNELS(grid_kernels); }

/// Each block has moments of its own, so large tables are cut in few blocks.
Index row_block(Index rows) {
  constexpr Index least = 4096, most_blocks = 16;
  return std::max(least, (rows + most_blocks - 1) / most_blocks);
}

/// The cells that hold these coordinates.
GridAxis axis_over(const double* t, Index count, double spacing) {
  const auto [least, most] = std::minmax_element(t, t + count);
  const auto first = static_cast<Index>(std::floor(*least / spacing));
  return {first, static_cast<Index>(std::floor(*most / spacing)) - first + 1};
}

/// The cell and the place in it, from -1/2 to 1/2.
struct Place {
  Index cell;
  double inside;
};

Place place_of(double t, double spacing) {
  const double scaled = t / spacing;
  auto cell = static_cast<Index>(scaled);
  if (scaled < static_cast<double>(cell)) --cell;  // towards minus infinity
  return {cell, scaled - static_cast<double>(cell) - 0.5};
}

}  // namespace

void Grid::place(const RowMatrix& points, double spacing) {
  const Index n = points.cols();
  spacing_ = spacing;
  const Vector zeros = points.rows() == 1 ? Vector(Vector::Zero(n)) : Vector();
  const double *first = points.row(0).data(),
               *second = points.rows() == 1 ? zeros.data() : points.row(1).data();
  axes_[0] = axis_over(first, n, spacing);
  axes_[1] = axis_over(second, n, spacing);
  padding_ = (3 * axes_[1].nodes() + 3 + 7) / 8 * 8;
  cell_of_row_.resize(n);
  x_.resize(n);
  y_.resize(n);
  std::vector<char> used(axes_[0].cells * axes_[1].cells, 0);
  for (Index i = 0; i < n; ++i) {
    const Place across = place_of(first[i], spacing), along = place_of(second[i], spacing);
    const Index cell = (across.cell - axes_[0].first) * axes_[1].cells + along.cell - axes_[1].first;
    x_[i] = across.inside;
    y_[i] = along.inside;
    cell_of_row_[i] = static_cast<std::int32_t>(cell);
    used[cell] = 1;
  }
  used_cells_.clear();
  corners_.clear();
  for (Index cell = 0; cell < std::ssize(used); ++cell) {
    if (!used[cell]) continue;
    used_cells_.push_back(static_cast<std::int32_t>(cell));
    corners_.push_back(
        static_cast<std::int32_t>(cell / axes_[1].cells * axes_[1].nodes() + cell % axes_[1].cells));
  }
}

GridRows Grid::rows(Index begin, Index end) const {
  return {cell_of_row_.data() + begin, x_.data() + begin, y_.data() + begin, end - begin};
}

GridCells Grid::cells() const {
  return {used_cells_.data(), corners_.data(), std::ssize(used_cells_), axes_[1].nodes()};
}

/// Sums over rows, block by block and then the blocks in order.
template <class Kernel>
std::vector<double> Grid::moments(Kernel kernel, Index terms, const Vector& weights) const {
  const Index size = terms * axes_[0].cells * axes_[1].cells, n = weights.size(), block = row_block(n);
  std::vector<std::vector<double>> parts((n + block - 1) / block);
  parallel_blocks(n, block, [&](Index begin, Index end) {
    std::vector<double>& part = parts[begin / block];
    part.assign(size, 0.0);
    kernel(rows(begin, end), weights.data() + begin, part.data());
  });
  for (Index i = 1; i < std::ssize(parts); ++i)
    std::transform(parts[0].begin(), parts[0].end(), parts[i].begin(), parts[0].begin(), std::plus<>());
  return std::move(parts[0]);
}

RowMatrix Grid::spread(const Vector& weights) const {
  RowMatrix masses = RowMatrix::Zero(axes_[0].nodes(), axes_[1].nodes());
  kernels().nodes_from_moments(cells(), moments(kernels().add_moments, cubic_terms, weights).data(),
                               masses.data());
  return masses;
}

void Grid::spread_pairs(const Vector& weights, std::vector<double>& planes) const {
  planes.assign(half_stencil * padded_nodes(), 0.0);
  kernels().planes_from_moments(cells(), moments(kernels().add_sextic_moments, sextic_terms, weights).data(),
                                planes.data() + padding_, padded_nodes());
}

std::vector<std::ptrdiff_t> Grid::offsets() const {
  std::vector<std::ptrdiff_t> all;
  for (Index across = 0; across < 4; ++across)
    for (Index along = across == 0 ? 0 : -3; along < 4; ++along)
      all.push_back(across * axes_[1].nodes() + along);
  return all;
}

CellField Grid::field(const RowMatrix& values) const {
  CellField made(cubic_terms * axes_[0].cells * axes_[1].cells);
  kernels().coefficients(cells(), values.data(), made.data());
  return made;
}

Vector Grid::at_rows(const CellField& field) const {
  Vector values(x_.size());
  parallel_blocks(x_.size(), row_block(x_.size()), [&](Index begin, Index end) {
    kernels().values(rows(begin, end), field.data(), values.data() + begin);
  });
  return values;
}

RowMatrix Grid::slopes(const CellField* const fields[4], const Vector* const weights[3]) const {
  RowMatrix by_point(2, x_.size());
  const double* const coefficients[4] = {fields[0]->data(), fields[1]->data(), fields[2]->data(),
                                         fields[3]->data()};
  parallel_blocks(x_.size(), row_block(x_.size()), [&](Index begin, Index end) {
    const double* const here[3] = {weights[0]->data() + begin, weights[1]->data() + begin,
                                   weights[2]->data() + begin};
    kernels().slopes(rows(begin, end), coefficients, here, by_point.row(0).data() + begin,
                     by_point.row(1).data() + begin);
  });
  return by_point / spacing_;
}

// ---- the similarity of nodes

namespace {

RowMatrix root_of_gaussian(Index nodes, double width) {
  ColMatrix similarity(nodes, nodes);
  for (Index j = 0; j < nodes; ++j)
    for (Index k = 0; k < nodes; ++k)
      similarity(j, k) = std::exp(-0.5 * std::pow(static_cast<double>(j - k) / width, 2));
  const EigenPairs pairs = symmetric_eigenpairs(similarity);
  constexpr double rounding = 1e-13;
  const Index rank = (pairs.values.array() > rounding * pairs.values[nodes - 1]).count();
  return pairs.vectors.rightCols(rank) * pairs.values.tail(rank).cwiseSqrt().asDiagonal();
}

/// out' = in' right, for `in` rows x cols and right of `cols of in'`: one axis multiplied, and the axes
/// swapped.
void multiply_axis(const double* in, Index rows, Index cols, const PackedRight& right, double* out) {
  right.multiply_rows(StridedView{in, rows, cols, cols, 1}.transposed(), 0, cols, out, right.cols());
}

}  // namespace

AxisRoot::AxisRoot(Index nodes, double width)
    : root(root_of_gaussian(nodes, width)), up(view_of(root).transposed()), down(view_of(root)) {}

const AxisRoot& AxisRoots::of(Index nodes) { return made_.try_emplace(nodes, nodes, width_).first->second; }

GridSmoother::GridSmoother(const AxisRoot& across, const AxisRoot& along)
    : across_(&across), along_(&along), scratch_(across.root.rows() * along.root.rows()) {}

void GridSmoother::up(const double* y, double* nodes) const {
  const Index n1 = across_->root.rows(), r1 = across_->root.cols(), r2 = along_->root.cols();
  multiply_axis(y, r1, r2, across_->up, scratch_.data());  // (R1 Y)', r2 x n1
  multiply_axis(scratch_.data(), r2, n1, along_->up, nodes);
}

void GridSmoother::down(const double* nodes, double* y) const {
  const Index n1 = across_->root.rows(), n2 = along_->root.rows(), r1 = across_->root.cols();
  multiply_axis(nodes, n1, n2, across_->down, scratch_.data());  // (R1' N)', n2 x r1
  multiply_axis(scratch_.data(), n2, r1, along_->down, y);
}

RowMatrix GridSmoother::smooth(const RowMatrix& nodes) const {
  Vector y(rank());
  RowMatrix smoothed(nodes.rows(), nodes.cols());
  down(nodes.data(), y.data());
  up(y.data(), smoothed.data());
  return smoothed;
}

}  // namespace scpp
