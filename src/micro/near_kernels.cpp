#include "micro/near_kernels.hpp"

#include "micro/float_lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

constexpr std::ptrdiff_t parts = rows_of_a_group / float_lane_count;

void above_limits(const float* group, std::ptrdiff_t columns, const float* points, const float* offsets,
                  const float* limits, std::uint64_t* above) {
  Floats sums[points_at_once][parts];
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p)
    for (std::ptrdiff_t part = 0; part < parts; ++part) sums[p][part] = Floats{} + offsets[p];
  for (std::ptrdiff_t k = 0; k < columns; ++k, group += rows_of_a_group)
    for (std::ptrdiff_t part = 0; part < parts; ++part) {
      const Floats rows = load_floats(group + part * float_lane_count);
      for (std::ptrdiff_t p = 0; p < points_at_once; ++p) sums[p][part] += rows * points[p * columns + k];
    }
  FloatBits below[points_at_once][parts], all = ~FloatBits{};
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p)
    for (std::ptrdiff_t part = 0; part < parts; ++part) {
      below[p][part] = sums[p][part] <= load_floats(limits + part * float_lane_count);
      all &= below[p][part];
    }
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p) above[p] = 0;
  if (all_true(all)) return;
  for (std::ptrdiff_t p = 0; p < points_at_once; ++p)
    for (std::ptrdiff_t part = 0; part < parts; ++part)
      above[p] |= bits_of(~below[p][part]) << (part * float_lane_count);
}

}  // namespace

const NearKernels near_kernels = {above_limits};

}  // namespace scpp::SCPP_ISA
