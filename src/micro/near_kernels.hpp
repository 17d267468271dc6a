#pragma once
// The inner loop of neighbours.cpp, built once for each instruction set.
#include <cstddef>
#include <cstdint>

#include "micro/farthest_kernels.hpp"

namespace scpp {

inline constexpr std::ptrdiff_t points_at_once = 2;  // as many sums as hide the latency of an addition

struct NearKernels {
  /// Which of the 64 rows x_i of a group have  offsets[p] + x_i . y_p > limits[i]  in single precision (bit i
  /// of above[p]), for two points y_p that are stored one after the other. What is not a number counts as
  /// above.
  void (*above_limits)(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
                       const float* limits, std::uint64_t* above);
};

namespace isa_baseline {
extern const NearKernels near_kernels;
}
namespace isa_avx2 {
extern const NearKernels near_kernels;
}
namespace isa_avx512 {
extern const NearKernels near_kernels;
}

}  // namespace scpp
