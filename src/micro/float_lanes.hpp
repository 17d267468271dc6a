#pragma once
// Sixteen floats that move together, for searches in single precision. Include only from kernel files.
#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {

using Floats = float __attribute__((vector_size(64)));
using FloatBits = std::int32_t __attribute__((vector_size(64)));
inline constexpr std::ptrdiff_t float_lane_count = 16;

SCPP_INLINE Floats load_floats(const float* from) {
  Floats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

// Both for what comparisons give: lanes of all ones or all zeros.

/// Bit i for every lane i of ones.
SCPP_INLINE std::uint64_t bits_of(FloatBits lanes) {
  constexpr FloatBits bit = {1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                             1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
  const FloatBits chosen = lanes & bit;
  std::uint64_t words[8];
  std::memcpy(words, &chosen, sizeof words);
  const std::uint64_t both =
      ((words[0] | words[1]) | (words[2] | words[3])) | ((words[4] | words[5]) | (words[6] | words[7]));
  return (both | both >> 32) & 0xffff;
}

SCPP_INLINE bool all_true(FloatBits lanes) {
  std::int64_t words[8];
  std::memcpy(words, &lanes, sizeof words);
  return (((words[0] & words[1]) & (words[2] & words[3])) &
          ((words[4] & words[5]) & (words[6] & words[7]))) == -1;
}

}  // namespace scpp::SCPP_ISA
