#pragma once
// The inner loop of float_nearest.cpp, built once for each instruction set.
#include <cstddef>
#include <cstdint>

namespace scpp {

inline constexpr std::ptrdiff_t float_panel_width = 32;

/// Centres in panels of 32, each stored dimension after dimension, and |c|^2 / 2 of each (infinity for
/// padding).
struct FloatCentres {
  const float* panels;
  const float* half_square;
  std::ptrdiff_t panel_count, depth;
};

struct FloatNearestKernels {
  /// For `count` rows of `depth` floats: where |c|^2 / 2 - x.c is least, and by how much the second least
  /// exceeds it.
  void (*nearest)(const float* rows, std::ptrdiff_t count, const FloatCentres& centres, std::int32_t* at,
                  float* lead);
};

namespace isa_baseline {
extern const FloatNearestKernels float_nearest_kernels;
}
namespace isa_avx2 {
extern const FloatNearestKernels float_nearest_kernels;
}
namespace isa_avx512 {
extern const FloatNearestKernels float_nearest_kernels;
}

}  // namespace scpp
