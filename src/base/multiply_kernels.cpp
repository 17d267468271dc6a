#include "base/multiply_kernels.hpp"

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

// Rows of the register tile: two Lanes a row, as many rows as the registers hold.
// dot_rows holds one Lanes a row.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t tile_rows = 8, dot_rows_at_once = 8;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t tile_rows = 3, dot_rows_at_once = 4;
#else
constexpr std::ptrdiff_t tile_rows = 1, dot_rows_at_once = 2;
#endif

template <std::ptrdiff_t rows>
SCPP_INLINE void add_tile(const double* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, const double* panel,
                          std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride,
                          std::ptrdiff_t width) {
  Lanes left[rows], right[rows];
  for (std::ptrdiff_t k = 0; k < depth; ++k) {
    const Lanes b_left = load(panel + k * panel_width), b_right = load(panel + k * panel_width + lane_count);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      const Lanes value = broadcast(a[i * a_row + k * a_col]);
      left[i] += value * b_left;
      right[i] += value * b_right;
    }
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    double* to = out + i * out_stride;
    if (width == panel_width) {
      store(to, load(to) + left[i]);
      store(to + lane_count, load(to + lane_count) + right[i]);
      continue;
    }
    double sums[panel_width];
    store(sums, left[i]);
    store(sums + lane_count, right[i]);
    for (std::ptrdiff_t j = 0; j < width; ++j) to[j] += sums[j];
  }
}

void add_panel(const double* a, std::ptrdiff_t a_row, std::ptrdiff_t a_col, std::ptrdiff_t rows,
               const double* panel, std::ptrdiff_t depth, double* out, std::ptrdiff_t out_stride,
               std::ptrdiff_t width) {
  std::ptrdiff_t i = 0;
  for (; i + tile_rows <= rows; i += tile_rows)
    add_tile<tile_rows>(a + i * a_row, a_row, a_col, panel, depth, out + i * out_stride, out_stride, width);
  for (; i < rows; ++i)
    add_tile<1>(a + i * a_row, a_row, a_col, panel, depth, out + i * out_stride, out_stride, width);
}

template <std::ptrdiff_t rows>
SCPP_INLINE void dot_tile(const double* a, std::ptrdiff_t stride, std::ptrdiff_t cols, const double* x,
                          double* out) {
  Lanes sums[rows];
  const std::ptrdiff_t whole = cols - cols % lane_count;
  for (std::ptrdiff_t j = 0; j < whole; j += lane_count) {
    const Lanes factor = load(x + j);
    for (std::ptrdiff_t i = 0; i < rows; ++i) sums[i] += load(a + i * stride + j) * factor;
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    double rest = 0;
    for (std::ptrdiff_t j = whole; j < cols; ++j) rest += a[i * stride + j] * x[j];
    out[i] = sum(sums[i]) + rest;
  }
}

void dot_rows(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t cols,
              const double* x, double* out) {
  std::ptrdiff_t i = 0;
  for (; i + dot_rows_at_once <= rows; i += dot_rows_at_once)
    dot_tile<dot_rows_at_once>(a + i * stride, stride, cols, x, out + i);
  for (; i < rows; ++i) dot_tile<1>(a + i * stride, stride, cols, x, out + i);
}

template <std::ptrdiff_t rows>
SCPP_INLINE void add_weighted_tile(const double* a, std::ptrdiff_t stride, std::ptrdiff_t cols,
                                   const double* weights, double* out) {
  const std::ptrdiff_t whole = cols - cols % lane_count;
  for (std::ptrdiff_t j = 0; j < whole; j += lane_count) {
    Lanes total = load(out + j);
    for (std::ptrdiff_t i = 0; i < rows; ++i) total += weights[i] * load(a + i * stride + j);
    store(out + j, total);
  }
  for (std::ptrdiff_t j = whole; j < cols; ++j)
    for (std::ptrdiff_t i = 0; i < rows; ++i) out[j] += weights[i] * a[i * stride + j];
}

void add_weighted_rows(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t cols,
                       const double* weights, double* out) {
  std::ptrdiff_t i = 0;
  for (; i + 4 <= rows; i += 4) add_weighted_tile<4>(a + i * stride, stride, cols, weights + i, out);
  for (; i < rows; ++i) add_weighted_tile<1>(a + i * stride, stride, cols, weights + i, out);
}

// ---- pairs of whole numbers

#if defined(__AVX2__)
constexpr std::size_t pair_register_bytes = 32;
constexpr std::ptrdiff_t pair_tile_rows = 6;
#else
constexpr std::size_t pair_register_bytes = 16;
constexpr std::ptrdiff_t pair_tile_rows = 2;
#endif
typedef std::int32_t Sums __attribute__((vector_size(pair_register_bytes)));
typedef std::int16_t Pairs __attribute__((vector_size(pair_register_bytes)));
typedef Pairs PairsAnywhere __attribute__((aligned(alignof(std::int16_t)), may_alias));
constexpr std::ptrdiff_t pairs_of_register = pair_register_bytes / sizeof(std::int32_t),
                         panel_registers = panel_width / pairs_of_register;

/// The sum of the two products of every pair.
SCPP_INLINE Sums products(Pairs a, Pairs b) {
#if defined(__AVX2__)
  return reinterpret_cast<Sums>(__builtin_ia32_pmaddwd256(a, b));
#elif defined(__SSE2__) && defined(__x86_64__)
  return reinterpret_cast<Sums>(__builtin_ia32_pmaddwd128(a, b));
#else
  Sums sums;
  for (std::ptrdiff_t i = 0; i < pairs_of_register; ++i)
    sums[i] = std::int32_t{a[2 * i]} * b[2 * i] + std::int32_t{a[2 * i + 1]} * b[2 * i + 1];
  return sums;
#endif
}

SCPP_INLINE Pairs repeated(const std::int16_t* pair) {
  std::int32_t both;
  std::memcpy(&both, pair, sizeof both);
  return reinterpret_cast<Pairs>(both - Sums{});
}

void round_to_whole(const double* from, std::ptrdiff_t count, double factor, std::int16_t* to) {
  for (std::ptrdiff_t j = 0; j < count; ++j) {
    const double value = from[j] * factor;
    to[j] = static_cast<std::int16_t>(static_cast<std::int32_t>(value + (value < 0 ? -0.5 : 0.5)));
  }
}

template <std::ptrdiff_t rows>
SCPP_INLINE void add_pairs_of_tile(const std::int16_t* a, std::ptrdiff_t a_row, std::ptrdiff_t a_pair,
                                   const std::int16_t* panel, std::ptrdiff_t pairs, double* out) {
  Sums sums[rows][panel_registers] = {};
  for (std::ptrdiff_t p = 0; p < pairs; ++p) {
    Pairs factors[panel_registers];
    for (std::ptrdiff_t j = 0; j < panel_registers; ++j)
      factors[j] =
          *reinterpret_cast<const PairsAnywhere*>(panel + 2 * (p * panel_width + j * pairs_of_register));
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      const Pairs value = repeated(a + i * a_row + p * a_pair);
      for (std::ptrdiff_t j = 0; j < panel_registers; ++j) sums[i][j] += products(value, factors[j]);
    }
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    for (std::ptrdiff_t j = 0; j < panel_width; ++j)
      out[i * panel_width + j] += sums[i][j / pairs_of_register][j % pairs_of_register];
}

void add_pairs(const std::int16_t* a, std::ptrdiff_t a_row, std::ptrdiff_t a_pair, std::ptrdiff_t rows,
               const std::int16_t* panel, std::ptrdiff_t pairs, double* out) {
  std::ptrdiff_t i = 0;
  for (; i + pair_tile_rows <= rows; i += pair_tile_rows)
    add_pairs_of_tile<pair_tile_rows>(a + i * a_row, a_row, a_pair, panel, pairs, out + i * panel_width);
  for (; i < rows; ++i)
    add_pairs_of_tile<1>(a + i * a_row, a_row, a_pair, panel, pairs, out + i * panel_width);
}

}  // namespace

const MultiplyKernels multiply_kernels = {add_panel, dot_rows, add_weighted_rows, round_to_whole, add_pairs};

}  // namespace scpp::SCPP_ISA
