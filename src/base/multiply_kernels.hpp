#pragma once
// The innermost loops of multiply.cpp, built once for each instruction set.
#include <cstddef>
#include <cstdint>

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

  /// to[j] = from[j] times the factor, rounded.
  void (*round_to_whole)(const double* from, std::ptrdiff_t count, double factor, std::int16_t* to);

  /// out[i][0..panel_width) += sum_p x_ip . y_pj for `rows` rows, x_ip being the two numbers from
  /// a[i * a_row + p * a_pair] on and y_pj those from panel[2 * (p * panel_width + j)] on, which CPUs
  /// multiply in one step. Numbers are at most 2047 in size, and pairs at most 256, so that sums fit 32 bits.
  void (*add_pairs)(const std::int16_t* a, std::ptrdiff_t a_row, std::ptrdiff_t a_pair, std::ptrdiff_t rows,
                    const std::int16_t* panel, std::ptrdiff_t pairs, double* out);
};

SCPP_DECLARE_KERNELS(MultiplyKernels, multiply_kernels)

}  // namespace scpp
