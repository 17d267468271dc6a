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

/// Bit i for every lane i that is not 0.
SCPP_INLINE std::uint64_t bits_of(FloatBits lanes) {
  std::uint64_t bits = 0;
  for (std::ptrdiff_t i = 0; i < float_lane_count; ++i)
    bits |= static_cast<std::uint64_t>(lanes[i] != 0) << i;
  return bits;
}

/// For what comparisons give: lanes of all ones or all zeros.
SCPP_INLINE bool all_true(FloatBits lanes) {
  std::int64_t words[8];
  std::memcpy(words, &lanes, sizeof words);
  return (((words[0] & words[1]) & (words[2] & words[3])) &
          ((words[4] & words[5]) & (words[6] & words[7]))) == -1;
}

}  // namespace scpp::SCPP_ISA
