#pragma once
// The innermost loops of multiply.cpp, built once for each instruction set.
#include <cstddef>

#include "base/isa.hpp"

namespace scpp {

inline constexpr std::ptrdiff_t panel_width = 16;

struct MultiplyKernels {
  /// out[i][0..width) += sum_k a[i * a_row + k * a_col] * panel[k * panel_width + j], for `rows` rows and
  /// `width` <= panel_width columns.
  void (*add_panel)(const double* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, std::ptrdiff_t rows,
                    const double* panel, std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride,
                    std::ptrdiff_t width);

  /// out[i] = sum_j a[i * stride + j] * x[j], for `rows` rows of `cols` entries.
  void (*dot_rows)(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t cols,
                   const double* x, double* out);

  /// out[j] += sum_i weights[i] * a[i * stride + j].
  void (*add_weighted_rows)(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t cols,
                            const double* weights, double* out);
};

/// For numbers of single precision, whose products are exact in double: fused multiply-add rounds each sum as
/// an addition alone would, so these use it.
struct FloatMultiplyKernels {
  /// out[i][0..panel_width) += sum_k a[i * a_row + k * a_col] * panel[k * panel_width + j], for `rows` rows.
  /// The panel holds numbers of single precision, too.
  void (*add_float_panel)(const float* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, std::ptrdiff_t rows,
                          const double* panel, std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride);
};

SCPP_DECLARE_KERNELS(MultiplyKernels, multiply_kernels)
SCPP_DECLARE_KERNELS(FloatMultiplyKernels, float_multiply_kernels)

}  // namespace scpp
