#include "micro/farthest_kernels.hpp"

#include "micro/float_lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

constexpr std::ptrdiff_t width = float_lane_count, parts = rows_of_a_group / width;

std::uint64_t maybe_nearer(const float* group, std::ptrdiff_t columns, const float* point,
                           const float* limits) {
  Floats sums[parts] = {};
  for (std::ptrdiff_t k = 0; k < columns; ++k, group += rows_of_a_group)
    for (std::ptrdiff_t part = 0; part < parts; ++part) {
      const Floats difference = load_floats(group + part * width) - point[k];
      sums[part] += difference * difference;
    }
  FloatBits reached[parts], all = ~FloatBits{};
  for (std::ptrdiff_t part = 0; part < parts; ++part) {
    reached[part] = sums[part] >= load_floats(limits + part * width);  // not a number counts as not reached
    all &= reached[part];
  }
  if (all_true(all)) return 0;
  std::uint64_t nearer = 0;
  for (std::ptrdiff_t part = 0; part < parts; ++part) nearer |= bits_of(~reached[part]) << (part * width);
  return nearer;
}

}  // namespace

const FarthestKernels farthest_kernels = {maybe_nearer};

}  // namespace scpp::SCPP_ISA
