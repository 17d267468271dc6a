#pragma once
// The loops over all pairs of rows, built once for each instruction set. Squared distances and similarities
// are held as float (N^2 of them are the memory of these methods); every sum is taken in double.
#include <cstddef>

namespace scpp {

/// The exponents of one row of a graph: e_k = distance[k] * scale[k] * own_scale - offset[k].
struct ExponentRow {
  const float* distance;  ///< squared; huge on the diagonal and in the padding
  const double* scale;
  double own_scale;
  const double* offset;
  std::ptrdiff_t count;  ///< a multiple of 8
};

/// Coordinates of all points, coordinate after coordinate, each `stride` (a multiple of 8) long.
struct CoordinatesView {
  const double* values;
  std::ptrdiff_t stride, dimensions;
};

struct GraphKernels {
  double (*least_exponent)(const ExponentRow& row);

  /// out[k] = exp(-max(0, e_k - shift)); gives their sum.
  double (*similarities)(const ExponentRow& row, double shift, double* out);

  /// out[i][j] = sum_k matrix[i * stride + k] panel[k * 8 + j] for `rows` rows and the 8 columns of a panel.
  void (*multiply_panel)(const float* matrix, std::ptrdiff_t stride, std::ptrdiff_t rows, const double* panel,
                         double* out, std::ptrdiff_t out_stride);

  /// One row j of what DRSC holds while it turns one coordinate i: out[k] = (u_j . u_k) exp(-|p_j - p_k|^2 /
  /// 2) over all coordinates of the points but i, for k > j alone; u is the embedding.
  void (*drsc_held_row)(const CoordinatesView& points, const CoordinatesView& embedding, std::ptrdiff_t j,
                        std::ptrdiff_t coordinate, float* out);

  /// sum_k s_k with s_k = held[k] exp(-(a_j - a_k)^2 / 2), k > j; s_k (a_j - a_k) is added to pulls[j] and
  /// taken from pulls[k].
  double (*drsc_row)(const float* held, const double* along, std::ptrdiff_t stride, std::ptrdiff_t j,
                     double* pulls);
};

namespace isa_baseline {
extern const GraphKernels graph_kernels;
}
namespace isa_avx2 {
extern const GraphKernels graph_kernels;
}
namespace isa_avx512 {
extern const GraphKernels graph_kernels;
}

}  // namespace scpp
