#include "micro/farthest_kernels.hpp"

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

using Floats = float __attribute__((vector_size(64)));
using FloatBits = std::int32_t __attribute__((vector_size(64)));
constexpr std::ptrdiff_t width = 16, parts = rows_of_a_group / width;

SCPP_INLINE Floats load_floats(const float* from) {
  Floats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

/// Bit i for every lane i that is not 0.
SCPP_INLINE std::uint64_t bits_of(FloatBits lanes) {
  std::uint64_t bits = 0;
  for (std::ptrdiff_t i = 0; i < width; ++i) bits |= static_cast<std::uint64_t>(lanes[i] != 0) << i;
  return bits;
}

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
  std::int64_t words[8];
  std::memcpy(words, &all, sizeof words);
  if ((((words[0] & words[1]) & (words[2] & words[3])) & ((words[4] & words[5]) & (words[6] & words[7]))) ==
      -1)
    return 0;
  std::uint64_t nearer = 0;
  for (std::ptrdiff_t part = 0; part < parts; ++part) nearer |= bits_of(~reached[part]) << (part * width);
  return nearer;
}

}  // namespace

const FarthestKernels farthest_kernels = {maybe_nearer};

}  // namespace scpp::SCPP_ISA
