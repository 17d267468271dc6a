#pragma once
// The loops of the grid over rows, cells and nodes, built once for each instruction set.
//
// A cubic B-spline on a cell of the grid is a polynomial, so rows deal with monomials of their place inside
// the cell alone: sums over rows are moments of cells, and a field on the grid is read through its
// coefficients on each cell.
#include <cstddef>
#include <cstdint>

#include "base/isa.hpp"

namespace scpp {

inline constexpr std::ptrdiff_t cubic_terms = 16;  ///< x^a y^b with a, b <= 3, at 4 a + b
inline constexpr std::ptrdiff_t sextic_terms =
    56;  ///< x^a y^b with a <= 6, b <= 7, at 8 a + b: products of two cubics
inline constexpr std::ptrdiff_t half_stencil =
    25;  ///< nodes that share a cell with a node: itself and half the others

struct GridRows {
  const std::int32_t* cells;  ///< the cell of every row
  const double *x, *y;        ///< its place there, from -1/2 to 1/2
  std::ptrdiff_t count;
};

/// Cells with rows in them. Cell c touches the nodes corner + a * line + b, a, b = 0 .. 3.
struct GridCells {
  const std::int32_t* cells;    ///< numbers of the cells in use
  const std::int32_t* corners;  ///< their first nodes
  std::ptrdiff_t count, line;
};

/// H of nodes j and j + offsets[o] is planes[o * stride + j]; planes have zeros around them, as has every
/// vector of nodes.
struct GridStencil {
  const double* planes;
  const std::ptrdiff_t* offsets;
  std::ptrdiff_t stride, count;
};

struct GridKernels {
  /// moments[cell] += weight x^a y^b
  void (*add_moments)(const GridRows& rows, const double* weights, double* moments);
  /// The same up to the sixth power.
  void (*add_sextic_moments)(const GridRows& rows, const double* weights, double* moments);
  /// out[i] = the field with these coefficients at row i.
  void (*values)(const GridRows& rows, const double* coefficients, double* out);
  /// by_x, by_y of the field f[0] w[0] + f[1] w[1] + f[2] w[2] + f[3] at each row, for weights w of the row.
  void (*slopes)(const GridRows& rows, const double* const fields[4], const double* const weights[3],
                 double* by_x, double* by_y);
  /// nodes += sum over cells of what the splines make of the moments
  void (*nodes_from_moments)(const GridCells& cells, const double* moments, double* nodes);
  /// coefficients of the spline with these node values
  void (*coefficients)(const GridCells& cells, const double* nodes, double* coefficients);
  /// planes[o][j] += sum of weight B_j B_{j+o}, o as in GridStencil
  void (*planes_from_moments)(const GridCells& cells, const double* moments, double* planes,
                              std::ptrdiff_t stride);
  /// out = H x
  void (*apply)(const GridStencil& stencil, const double* x, double* out);
};

SCPP_DECLARE_KERNELS(GridKernels, grid_kernels)

}  // namespace scpp
