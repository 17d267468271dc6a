#include "report/histogram.hpp"

#include <algorithm>
#include <numeric>

namespace scpp {

Index BinRange::bin(double x) const {
  if (!(x > low)) return 0;
  if (x >= high) return histogram_bins - 1;
  return std::min(histogram_bins - 1,
                  static_cast<Index>((x - low) / (high - low) * static_cast<double>(histogram_bins)));
}

double BinRange::quantile(std::span<const std::uint32_t> counts, double level) const {
  const double width = (high - low) / static_cast<double>(histogram_bins);
  const double wanted =
      level * static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  double below = 0;
  for (Index bin = 0; bin < std::ssize(counts); ++bin) {
    if (counts[bin] > 0 && below + counts[bin] >= wanted)
      return low + width * (static_cast<double>(bin) + (wanted - below) / counts[bin]);
    below += counts[bin];
  }
  return high;
}

}  // namespace scpp
