#pragma once
// Sizes, means and sums of squares of every column in every leaf, and counts in bins: both add up to the
// nodes above.
#include <cstdint>
#include <span>
#include <vector>

#include "report/view.hpp"

namespace scpp {

struct Moment {
  double count = 0, mean = 0, squares = 0;  ///< rows counted by their weights; sum of (x - mean)^2

  double variance() const { return count > 1 ? squares / (count - 1) : 0; }
};

/// The moments of two sets of rows taken together, and of one set without a part of it.
Moment joined(const Moment& a, const Moment& b);
Moment without(const Moment& all, const Moment& part);

/// (mean of `part` - mean of the rest) / pooled standard deviation, within +-99; 0 if one of them is empty.
double standardised_difference(const Moment& all, const Moment& part);

class NodeMoments {
 public:
  NodeMoments(const ReportInput& input, const DrawnRows& sample);

  const Moment& at(Index node, Index column) const { return moments_[node * columns_ + column]; }
  Index nodes() const { return moments_.size() / columns_; }
  Index columns() const { return columns_; }

 private:
  Index columns_;
  std::vector<Moment> moments_;
};

/// A cell as statistics see it: missing cells get the model's fill value if it has one, else NaN.
double cell(const ReportInput& input, Index row, Index column);

/// Quantiles of many values in one pass come from counts in this many equal bins.
inline constexpr Index histogram_bins = 1024;

/// Bins between two values; whatever lies outside is counted in the first or last bin.
struct BinRange {
  double low = 0, high = 0;

  Index bin(double x) const;
  /// The value below which a share `level` of the counts lies, within one bin of the exact one (inside the
  /// range).
  double quantile(std::span<const double> counts, double level) const;
};

}  // namespace scpp
