#include "base/lanes.hpp"
#include "base/multiply_kernels.hpp"

namespace scpp::SCPP_ISA {
namespace {

// Rows of the register tile: two Lanes a row, as many rows as the registers hold.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t tile_rows = 8;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t tile_rows = 3;
#else
constexpr std::ptrdiff_t tile_rows = 1;
#endif

template <std::ptrdiff_t rows>
SCPP_INLINE void add_tile(const float* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, const double* panel,
                          std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride) {
  Lanes left[rows], right[rows];
  for (std::ptrdiff_t k = 0; k < depth; ++k) {
    const Lanes b_left = load(panel + k * panel_width), b_right = load(panel + k * panel_width + lane_count);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      const double value = static_cast<double>(a[i * a_row + k * a_col]);
      left[i] += value * b_left;
      right[i] += value * b_right;
    }
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    double* to = out + i * out_stride;
    store(to, load(to) + left[i]);
    store(to + lane_count, load(to + lane_count) + right[i]);
  }
}

void add_float_panel(const float* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, std::ptrdiff_t rows,
                     const double* panel, std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride) {
  std::ptrdiff_t i = 0;
  for (; i + tile_rows <= rows; i += tile_rows)
    add_tile<tile_rows>(a + i * a_row, a_row, a_col, panel, depth, out + i * out_stride, out_stride);
  for (; i < rows; ++i)
    add_tile<1>(a + i * a_row, a_row, a_col, panel, depth, out + i * out_stride, out_stride);
}

}  // namespace

const FloatMultiplyKernels float_multiply_kernels = {add_float_panel};

}  // namespace scpp::SCPP_ISA
