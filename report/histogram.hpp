#pragma once
// Quantiles of many values in one pass: counts in equal bins, which add up from leaves to nodes.
#include "scpp/index.hpp"
#include <cstdint>
#include <span>
#include <vector>

namespace scpp {

inline constexpr Index histogram_bins = 1024;

/// Bins between two values; whatever lies outside is counted in the first or last bin.
struct BinRange {
  double low = 0, high = 0;

  Index bin(double x) const;
  /// The value below which a share `level` of the counts lies, within one bin of the exact one (inside the
  /// range).
  double quantile(std::span<const std::uint32_t> counts, double level) const;
};

}  // namespace scpp
