#pragma once
// Inner loops of searches among rows, built once for each instruction set.
#include <cstddef>
#include <cstdint>

#include "base/isa.hpp"

namespace scpp {

/// In double precision, without fused multiply-add: the same bits everywhere.
struct DistanceKernels {
  double (*squared_distance)(const double* a, const double* b, std::ptrdiff_t size);
  /// First position of the least offset[j] - product[j].
  std::int32_t (*first_least)(const double* offset, const double* product, std::ptrdiff_t count);
};

inline constexpr std::ptrdiff_t float_panel_width = 32;

/// Centres in panels of 32, each stored dimension after dimension, and |c|^2 / 2 of each (infinity for
/// padding).
struct FloatCentres {
  const float* panels;
  const float* half_square;
  std::ptrdiff_t panel_count, depth;
};

inline constexpr std::ptrdiff_t rows_of_a_group = 64;  // of FloatGroups: stored column after column
inline constexpr std::ptrdiff_t points_at_once = 6;    // as many sums as the registers hold

/// In single precision: proposals that are proved, or taken again in double.
struct FloatKernels {
  /// For `count` rows of `depth` floats: where |c|^2 / 2 - x.c is least, and by how much the second least
  /// exceeds it.
  void (*nearest)(const float* rows, std::ptrdiff_t count, const FloatCentres& centres, std::int32_t* at,
                  float* lead);

  /// Which of the 64 rows of a group may lie nearer to the point than their limits (bit i for row i): those
  /// whose squared distance does not reach limits[i].
  std::uint64_t (*maybe_nearer)(const float* group, std::ptrdiff_t columns, const float* point,
                                const float* limits);

  /// Which of the 64 rows x_i of a group have  offsets[p] + x_i . y_p > limits[i]  (bit i of above[p]), for
  /// six points y_p that are stored one after the other. What is not a number counts as above.
  void (*above_limits)(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
                       const float* limits, std::uint64_t* above);

  // The same in steps, for points that are asked twice.

  /// sums[64 p + i] = offsets[p] + x_i . y_p.
  void (*sums)(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
               float* sums);
  /// The `count` largest sums of every row among those with `points` points, the largest first:
  /// largest[64 k + i], -infinity where there are fewer numbers.
  void (*keep_largest)(const float* sums, std::ptrdiff_t points, std::ptrdiff_t count, float* largest);
  /// Which of 64 sums are above their limits.
  std::uint64_t (*above)(const float* sums, const float* limits);
};

SCPP_DECLARE_KERNELS(DistanceKernels, distance_kernels)
SCPP_DECLARE_KERNELS(FloatKernels, float_kernels)

}  // namespace scpp
