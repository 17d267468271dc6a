#pragma once
// Rows on a square grid of fixed origin: what they add up to on its nodes, and fields of the grid read at the
// rows. B is the matrix of cubic B-splines, B_ij = that of node j at row i.
#include <cstdint>
#include <map>
#include <vector>

#include "base/multiply.hpp"
#include "base/types.hpp"
#include "grid/grid_kernels.hpp"

namespace scpp {

/// Cells first .. first + cells - 1 of one axis; nodes reach one cell below and two above.
struct GridAxis {
  Index first = 0, cells = 0;
  Index nodes() const { return cells + 3; }
};

/// A field on the grid as polynomials on its cells.
using CellField = std::vector<double>;

class Grid {
 public:
  /// Places the points (1 x n or 2 x n) on a grid of this spacing; a line is a plane whose second coordinate
  /// is 0.
  void place(const RowMatrix& points, double spacing);

  const GridAxis& axis(int i) const { return axes_[i]; }
  Index nodes() const { return axes_[0].nodes() * axes_[1].nodes(); }
  /// Zeros that stand before and after the nodes in a padded vector, so that neighbours can be read blindly.
  Index padding() const { return padding_; }

  /// B' weights, n1 x n2.
  RowMatrix spread(const Vector& weights) const;
  /// B' diag(weights) B as half_stencil planes of padded_nodes() entries, see GridStencil.
  void spread_pairs(const Vector& weights, std::vector<double>& planes) const;
  Index padded_nodes() const { return 2 * padding_ + (nodes() + 7) / 8 * 8; }
  std::vector<std::ptrdiff_t> offsets() const;

  /// The spline with these values (n1 x n2) as coefficients.
  CellField field(const RowMatrix& values) const;
  /// B field.
  Vector at_rows(const CellField& field) const;
  /// Derivative by the points, 2 x n, of the field f0 w0 + f1 w1 + f2 w2 + f3 at each row, the weights w
  /// being fixed.
  RowMatrix slopes(const CellField* const fields[4], const Vector* const weights[3]) const;

 private:
  GridRows rows(Index begin, Index end) const;
  GridCells cells() const;
  template <class Kernel>
  std::vector<double> moments(Kernel kernel, Index terms, const Vector& weights) const;

  GridAxis axes_[2];
  double spacing_ = 1;
  Index padding_ = 0;
  std::vector<std::int32_t> cell_of_row_, used_cells_, corners_;
  Vector x_, y_;
};

// The similarity of grid nodes, S = S1 (x) S2 with S_i = R_i R_i': products with it and with its root, one
// axis at a time.

/// R of one axis with R R' = exp(-(j - k)^2 / (2 width^2)); directions in which that is 0 to rounding are
/// left out.
struct AxisRoot {
  AxisRoot(Index nodes, double width);

  RowMatrix root;        ///< nodes x rank
  PackedRight up, down;  ///< R' and R, laid out for products from the right
};

/// Roots of one width for every number of nodes asked for.
class AxisRoots {
 public:
  explicit AxisRoots(double width) : width_(width) {}
  const AxisRoot& of(Index nodes);

 private:
  double width_;
  std::map<Index, AxisRoot> made_;
};

class GridSmoother {
 public:
  /// Refers to the roots, which must outlive it.
  GridSmoother(const AxisRoot& across, const AxisRoot& along);

  Index nodes() const { return across_->root.rows() * along_->root.rows(); }
  Index rank() const { return across_->root.cols() * along_->root.cols(); }

  /// nodes = R y: from rank() numbers to nodes() numbers.
  void up(const double* y, double* nodes) const;
  /// y = R' nodes.
  void down(const double* nodes, double* y) const;
  /// S nodes.
  RowMatrix smooth(const RowMatrix& nodes) const;

 private:
  const AxisRoot *across_, *along_;
  mutable std::vector<double> scratch_;
};

}  // namespace scpp
