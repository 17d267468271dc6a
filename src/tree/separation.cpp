#include "tree/separation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "base/parallel.hpp"

namespace scpp {
namespace {

/// Weights of the rows of one part in bins of one width.
struct OnALine {
  Vector places, weights;
};

/// Two parts smoothed by a Gaussian kernel whose width is half of their spread. `inside` is the variance of
/// what each row stands for.
class TwoOnALine {
 public:
  TwoOnALine(const OnALine& a, const OnALine& b, double inside) {
    const double mean[2] = {mean_of_line(a), mean_of_line(b)};
    const double squares = squares_about(a, mean[0]) + squares_about(b, mean[1]);
    const double spread = std::sqrt(squares / (a.weights.sum() + b.weights.sum()) + inside);
    low_ = std::min(mean[0], mean[1]) - reach_in_spreads * spread;
    high_ = std::max(mean[0], mean[1]) + reach_in_spreads * spread;
    if (!std::isfinite(high_ - low_)) return;
    const double smoothing = std::sqrt(width_in_spreads * width_in_spreads * spread * spread + inside);
    bin_ = std::max(smoothing / bins_in_a_width, (high_ - low_) / most_bins);
    if (bin_ == 0) bin_ = 1;  // all rows at one place
    const double width = std::max(smoothing, bin_);
    for (int i = 0; i <= kernel_reach; ++i)
      kernel_[i] = std::exp(-0.5 * (i * bin_ / width) * (i * bin_ / width));
    binned_[0] = binned(a);
    binned_[1] = binned(b);
    for (int part = 0; part < 2; ++part) smooth_[part] = smoothed(binned_[part]);
  }

  /// All of it where squares of the places, or sums of the weights, are beyond the largest number.
  double overlap(Overlap kind) const {
    if (!std::isfinite(high_ - low_)) return 1;
    return kind == Overlap::cut ? cut() : valley();
  }

 private:
  static constexpr double width_in_spreads = 0.5, reach_in_spreads = 8;
  static constexpr int bins_in_a_width = 4, kernel_reach = 4 * bins_in_a_width, most_bins = 2000;

  static double mean_of_line(const OnALine& part) {
    return part.places.dot(part.weights) / part.weights.sum();
  }
  static double squares_about(const OnALine& part, double mean) {
    return (part.places.array() - mean).square().matrix().dot(part.weights);
  }

  Vector binned(const OnALine& part) const {
    Vector bins = Vector::Zero(std::lround((high_ - low_) / bin_) + 1);
    for (Index i = 0; i < part.places.size(); ++i) {
      const double place = std::clamp(part.places[i], low_, high_);
      bins[std::lround((place - low_) / bin_)] += part.weights[i];
    }
    return bins;
  }

  Vector smoothed(const Vector& bins) const {
    Vector smooth = kernel_[0] * bins;
    for (Index by = 1; by <= std::min<Index>(kernel_reach, bins.size() - 1); ++by) {
      const Index rest = bins.size() - by;
      smooth.head(rest) += kernel_[by] * bins.tail(rest);
      smooth.tail(rest) += kernel_[by] * bins.head(rest);
    }
    return smooth;
  }

  double cut() const {
    const double between = smooth_[0].dot(binned_[1]);
    if (!(between > 0)) return 0;
    return between / (smooth_[0].dot(binned_[0]) + between) +
           between / (smooth_[1].dot(binned_[1]) + between);
  }

  double valley() const {
    const Vector both = smooth_[0] + smooth_[1];
    Index peak[2];
    for (int part = 0; part < 2; ++part) smooth_[part].maxCoeff(&peak[part]);
    const auto [first, last] = std::minmax(peak[0], peak[1]);
    return both.segment(first, last - first + 1).minCoeff() / std::min(both[peak[0]], both[peak[1]]);
  }

  double bin_ = 0, low_, high_;
  std::array<double, kernel_reach + 1> kernel_{};
  Vector binned_[2], smooth_[2];
};

/// Of every two parts, the overlap on the line of their discriminant.
RowMatrix overlaps_of(const PartedCloud& judged, const PartMoments& teacher, double shrinkage, Overlap kind) {
  const auto& [cloud, parts, count] = judged;
  const RowMatrix white = whitening(teacher.within, shrinkage);
  const RowMatrix rows = in_metric(cloud.rows, white), means = in_metric(teacher.means, white);
  std::vector<std::vector<Index>> members(count);
  for (Index i = 0; i < rows.rows(); ++i) members[parts[i]].push_back(i);
  const auto on_line = [&](Index part, const Vector& direction) {
    OnALine line{Vector(std::ssize(members[part])), Vector(std::ssize(members[part]))};
    for (Index i = 0; i < line.places.size(); ++i) {
      line.places[i] = rows.row(members[part][i]).dot(direction);
      line.weights[i] = judged.cloud.weights[members[part][i]];
    }
    return line;
  };
  const auto inside = [&](const Vector& direction) {
    if (!judged.cloud.scatter_inside.size()) return 0.0;
    const Vector axis = white * direction;
    return axis.dot(judged.cloud.scatter_inside * axis);
  };
  RowMatrix overlaps = RowMatrix::Zero(count, count);
  for (Index a = 0; a < count; ++a)
    for (Index b = a + 1; b < count; ++b) {
      const bool known = std::min(teacher.weights[a], teacher.weights[b]) > 0 && members[a].size() > 1 &&
                         members[b].size() > 1;
      const Vector direction = (means.row(b) - means.row(a)).transpose();
      overlaps(a, b) =
          known ? TwoOnALine(on_line(a, direction), on_line(b, direction), inside(direction)).overlap(kind)
                : 1.0;
      overlaps(b, a) = overlaps(a, b);
    }
  return overlaps;
}

}  // namespace

double Separation::mean() const { return 1 - overlaps.rowwise().maxCoeff().dot(weights) / weights.sum(); }

Separation cross_fitted_separation(const PartedCloud& parted, Overlap kind) {
  const auto half_at = [&](Index first) {
    return PartedCloud{half_of(parted.cloud, first), every_second(parted.parts, first), parted.count};
  };
  const PartedCloud half[2] = {half_at(0), half_at(1)};
  const PartMoments moments[2] = {moments_of(half[0]), moments_of(half[1])};
  std::array<RowMatrix, 2 * std::size(shrinkages)> overlaps;
  parallel_each(std::ssize(overlaps), [&](Index at) {
    overlaps[at] = overlaps_of(half[at % 2], moments[1 - at % 2], shrinkages[at / 2], kind);
  });
  Separation best{RowMatrix::Ones(parted.count, parted.count), moments[0].weights + moments[1].weights};
  for (std::size_t at = 0; at < overlaps.size(); at += 2) {
    Separation here{(overlaps[at] + overlaps[at + 1]) / 2, best.weights};
    if (here.mean() > best.mean()) best = std::move(here);
  }
  return best;
}

}  // namespace scpp
