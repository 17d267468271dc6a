#include "report/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "data/standardise.hpp"

namespace scpp {
namespace {

constexpr Index column_block = 32;         // columns that one thread takes at a time
constexpr double largest_difference = 99;  // what a column constant within both sets is given
constexpr double rounding = 1e-12;         // a gap this small relative to the mean is an error of summation

/// Sums about a value near the mean, so that the squares do not cancel.
struct Sums {
  double count = 0, first = 0, second = 0;

  void add(double x, double weight) {
    count += weight;
    first += weight * x;
    second += weight * x * x;
  }
  Moment about(double origin) const {
    if (count == 0) return {};
    return {count, origin + first / count, std::max(0.0, second - first * first / count)};
  }
};

}  // namespace

Moment joined(const Moment& a, const Moment& b) {
  if (a.count == 0) return b;
  if (b.count == 0) return a;
  const double count = a.count + b.count, gap = b.mean - a.mean;
  return {count, a.mean + gap * b.count / count, joined_squares(a.count, a.squares, b.count, b.squares, gap)};
}

Moment without(const Moment& all, const Moment& part) {
  const double count = all.count - part.count;
  if (count <= 0) return {};
  const double mean = (all.count * all.mean - part.count * part.mean) / count, gap = mean - part.mean;
  return {count, mean,
          std::max(0.0, all.squares - part.squares - gap * gap * count * part.count / all.count)};
}

double standardised_difference(const Moment& all, const Moment& part) {
  const Moment rest = without(all, part);
  if (part.count == 0 || rest.count == 0) return 0;
  const double gap = part.mean - rest.mean;
  const double pooled = std::sqrt((part.squares + rest.squares) / std::max(1.0, all.count - 2));
  if (std::abs(gap) <= rounding * std::abs(all.mean)) return 0;
  return std::clamp(gap / pooled, -largest_difference, largest_difference);
}

double cell(const ReportInput& input, Index row, Index column) {
  const double x = input.table(row, column);
  return std::isnan(x) && !input.model.missing_fill.empty() ? input.model.missing_fill[column] : x;
}

NodeMoments::NodeMoments(const ReportInput& input, const DrawnRows& sample)
    : columns_(input.table.columns()), moments_(input.model.tree.nodes.size() * columns_) {
  const Tree& tree = input.model.tree;
  const std::vector<int> leaves = tree.leaves();
  const auto sum_columns = [&](Index begin, Index end) {
    const Index width = end - begin;
    std::vector<Sums> sums(leaves.size() * width);
    for (Index row = 0; row < input.table.rows(); ++row)
      for (Index i = 0; i < width; ++i) {
        const Index column = begin + i;
        const double x = cell(input, row, column) - input.model.transform.mean[column];
        if (!std::isnan(x)) sums[input.labels[row] * width + i].add(x, input.weight(row));
      }
    for (Index i = 0; i < width; ++i) {
      const Index column = begin + i;
      for (Index node = 0; node < std::ssize(tree.nodes); ++node)
        for (const int label : sample.leaves[node]) {
          Moment& moment = moments_[node * columns_ + column];
          moment = joined(moment, sums[label * width + i].about(input.model.transform.mean[column]));
        }
    }
  };
  parallel_blocks(columns_, column_block, sum_columns);
}

Index BinRange::bin(double x) const {
  if (!(x > low)) return 0;
  if (x >= high) return histogram_bins - 1;
  return std::min(histogram_bins - 1,
                  static_cast<Index>((x - low) / (high - low) * static_cast<double>(histogram_bins)));
}

double BinRange::quantile(std::span<const double> counts, double level) const {
  const double width = (high - low) / static_cast<double>(histogram_bins);
  const double wanted = level * std::accumulate(counts.begin(), counts.end(), 0.0);
  double below = 0;
  for (Index bin = 0; bin < std::ssize(counts); ++bin) {
    if (counts[bin] > 0 && below + counts[bin] >= wanted)
      return low + width * (static_cast<double>(bin) + (wanted - below) / counts[bin]);
    below += counts[bin];
  }
  return high;
}

}  // namespace scpp
