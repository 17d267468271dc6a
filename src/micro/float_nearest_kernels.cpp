#include "micro/float_nearest_kernels.hpp"

#include <limits>

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

using Floats = float __attribute__((vector_size(64)));
using FloatBits = std::int32_t __attribute__((vector_size(64)));
constexpr std::ptrdiff_t width = 16;

// Rows of the register tile: two Floats a row, as many rows as the registers hold.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t tile_rows = 8;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t tile_rows = 3;
#else
constexpr std::ptrdiff_t tile_rows = 1;
#endif

SCPP_INLINE Floats load_floats(const float* from) {
  Floats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

/// The least and the second least of what came by, lane by lane.
struct TwoLeast {
  Floats least = std::numeric_limits<float>::infinity() - Floats{};
  Floats second = least;
  FloatBits at = {};

  SCPP_INLINE void take(Floats value, FloatBits here) {
    const Floats loser = value < least ? least : value;
    second = loser < second ? loser : second;
    at = value < least ? here : at;
    least = value < least ? value : least;
  }

  SCPP_INLINE void reduce(std::int32_t& best, float& lead) const {
    std::ptrdiff_t lane = 0;
    for (std::ptrdiff_t i = 1; i < width; ++i) lane = least[i] < least[lane] ? i : lane;
    float next = second[lane];
    for (std::ptrdiff_t i = 0; i < width; ++i) next = i != lane && least[i] < next ? least[i] : next;
    best = at[lane];
    lead = next - least[lane];
  }
};

template <std::ptrdiff_t rows>
SCPP_INLINE void nearest_tile(const float* x, const FloatCentres& centres, std::int32_t* at, float* lead) {
  TwoLeast found[rows];
  FloatBits here = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const float* panel = centres.panels;
  for (std::ptrdiff_t number = 0; number < centres.panel_count; ++number) {
    Floats left[rows] = {}, right[rows] = {};
    for (std::ptrdiff_t k = 0; k < centres.depth; ++k, panel += float_panel_width) {
      const Floats c_left = load_floats(panel), c_right = load_floats(panel + width);
      for (std::ptrdiff_t i = 0; i < rows; ++i) {
        left[i] += x[i * centres.depth + k] * c_left;
        right[i] += x[i * centres.depth + k] * c_right;
      }
    }
    const float* half_square = centres.half_square + number * float_panel_width;
    for (std::ptrdiff_t i = 0; i < rows; ++i) found[i].take(load_floats(half_square) - left[i], here);
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      found[i].take(load_floats(half_square + width) - right[i], here + 16);
    here += 32;
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) found[i].reduce(at[i], lead[i]);
}

void nearest(const float* rows, std::ptrdiff_t count, const FloatCentres& centres, std::int32_t* at,
             float* lead) {
  std::ptrdiff_t i = 0;
  for (; i + tile_rows <= count; i += tile_rows)
    nearest_tile<tile_rows>(rows + i * centres.depth, centres, at + i, lead + i);
  for (; i < count; ++i) nearest_tile<1>(rows + i * centres.depth, centres, at + i, lead + i);
}

}  // namespace

const FloatNearestKernels float_nearest_kernels = {nearest};

}  // namespace scpp::SCPP_ISA
