#pragma once
// The inner loop of farthest_first.cpp, built once for each instruction set.
#include <cstddef>
#include <cstdint>

namespace scpp {

inline constexpr std::ptrdiff_t rows_of_a_group = 64;

struct FarthestKernels {
  /// Which of the 64 rows of a group may lie nearer to the point than their limits (bit i for row i): those
  /// whose squared distance in single precision does not reach limits[i]. The group is stored column after
  /// column.
  std::uint64_t (*maybe_nearer)(const float* group, std::ptrdiff_t columns, const float* point,
                                const float* limits);
};

namespace isa_baseline {
extern const FarthestKernels farthest_kernels;
}
namespace isa_avx2 {
extern const FarthestKernels farthest_kernels;
}
namespace isa_avx512 {
extern const FarthestKernels farthest_kernels;
}

}  // namespace scpp
