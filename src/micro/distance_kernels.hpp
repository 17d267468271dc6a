#pragma once
// Inner loops of distances.cpp, built once for each instruction set.
#include <cstddef>
#include <cstdint>

namespace scpp {

struct DistanceKernels {
  double (*squared_distance)(const double* a, const double* b, std::ptrdiff_t size);
  /// First position of the least offset[j] - product[j].
  std::int32_t (*first_least)(const double* offset, const double* product, std::ptrdiff_t count);
};

namespace isa_baseline {
extern const DistanceKernels distance_kernels;
}
namespace isa_avx2 {
extern const DistanceKernels distance_kernels;
}
namespace isa_avx512 {
extern const DistanceKernels distance_kernels;
}

}  // namespace scpp
