#include "tree/learn_metric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/multiply.hpp"
#include "graph/neighbours.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr double shrinkages[] = {0.9, 0.5, 0.1};
constexpr double least_gain = 0.002;  // of the cross-fitted modularity, for another round
constexpr int most_rounds = 4;

RowMatrix in_metric(const RowMatrix& rows, const RowMatrix& metric) {
  return multiply(view_of(rows), view_of(metric));
}

/// Every other row, from the first or the second on.
PartedCloud half_of(const PartedCloud& parted, Index first) {
  const auto& [cloud, parts, clusters] = parted;
  const Index count = (cloud.rows.rows() + 1 - first) / 2;
  PartedCloud half{
      {RowMatrix(count, cloud.rows.cols()), Vector(count), cloud.scatter_inside}, Parts(count), clusters};
  for (Index i = 0; i < count; ++i) {
    half.cloud.rows.row(i) = cloud.rows.row(first + 2 * i);
    half.cloud.weights[i] = cloud.weights[first + 2 * i];
    half.parts[i] = parts[first + 2 * i];
  }
  return half;
}

/// Two halves of a cloud, each with the moments of its parts: one teaches, the other is judged.
class Halves {
 public:
  explicit Halves(const PartedCloud& parted)
      : half_{half_of(parted, 0), half_of(parted, 1)}, moments_{moments_of(half_[0]), moments_of(half_[1])} {}

  /// The same rows in other parts.
  void set_parts(const Parts& parts) {
    for (int which = 0; which < 2; ++which) {
      for (Index i = 0; i < std::ssize(half_[which].parts); ++i) half_[which].parts[i] = parts[which + 2 * i];
      moments_[which] = moments_of(half_[which]);
    }
  }

  const PartedCloud& judged(int which) const { return half_[which]; }
  const PartMoments& teacher(int which) const { return moments_[1 - which]; }

  /// The mean modularity of both halves; in unit variance without a shrinkage.
  double modularity_at(std::optional<double> shrinkage, double resolution) {
    double sum = 0;
    for (int which = 0; which < 2; ++which) {
      const auto& [cloud, parts, count] = judged(which);
      const RowMatrix rows =
          shrinkage ? in_metric(cloud.rows, taught_metric(teacher(which), *shrinkage)) : cloud.rows;
      near_[which] = nearest_neighbours(rows, neighbours_of_a_row / 2, near_[which]);
      sum += modularity(union_graph(near_[which], cloud.weights), parts, count, resolution);
    }
    return sum / 2;
  }

 private:
  PartedCloud half_[2];
  PartMoments moments_[2];
  NeighbourGraph near_[2];  // as last found
};

// ---- two parts on a line

/// Weights of the rows of one part in bins of one width.
struct OnALine {
  Vector places, weights;
};

/// Normalised cut between two parts under a Gaussian kernel whose width is half of their spread.
class LineCut {
 public:
  LineCut(const OnALine& a, const OnALine& b) {
    const double mean[2] = {mean_of_line(a), mean_of_line(b)};
    const double squares = squares_about(a, mean[0]) + squares_about(b, mean[1]);
    const double spread = std::sqrt(squares / (a.weights.sum() + b.weights.sum()));
    low_ = std::min(mean[0], mean[1]) - reach_in_spreads * spread;
    high_ = std::max(mean[0], mean[1]) + reach_in_spreads * spread;
    bin_ = std::max(width_in_spreads * spread / bins_in_a_width, (high_ - low_) / most_bins);
    if (bin_ == 0) bin_ = 1;  // all rows at one place
    const double width = std::max(width_in_spreads * spread, bin_);
    for (int i = 0; i <= kernel_reach; ++i)
      kernel_[i] = std::exp(-0.5 * (i * bin_ / width) * (i * bin_ / width));
    binned_[0] = binned(a);
    binned_[1] = binned(b);
  }

  double cut() const {
    const Vector smooth[2] = {smoothed(binned_[0]), smoothed(binned_[1])};
    const double between = smooth[0].dot(binned_[1]);
    if (!(between > 0)) return 0;
    return between / (smooth[0].dot(binned_[0]) + between) + between / (smooth[1].dot(binned_[1]) + between);
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

  double bin_, low_, high_;
  std::array<double, kernel_reach + 1> kernel_{};
  Vector binned_[2];
};

/// Of every two parts, the cut on the line of their discriminant, both halves added.
void add_cuts(const PartedCloud& judged, const PartMoments& teacher, double shrinkage, RowMatrix& cuts) {
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
  for (Index a = 0; a < count; ++a)
    for (Index b = a + 1; b < count; ++b) {
      const bool known = std::min(teacher.weights[a], teacher.weights[b]) > 0 && members[a].size() > 1 &&
                         members[b].size() > 1;
      const Vector direction = (means.row(b) - means.row(a)).transpose();
      cuts(a, b) += known ? LineCut(on_line(a, direction), on_line(b, direction)).cut() : 1.0;
    }
}

double separation_at(const Halves& halves, double shrinkage) {
  const Index count = halves.judged(0).count;
  RowMatrix cuts = RowMatrix::Zero(count, count);
  for (int which = 0; which < 2; ++which)
    add_cuts(halves.judged(which), halves.teacher(which), shrinkage, cuts);
  cuts = ((cuts + cuts.transpose()) / 2).eval();
  const Vector weights = halves.teacher(0).weights + halves.teacher(1).weights;
  return 1 - cuts.rowwise().maxCoeff().dot(weights) / weights.sum();
}

}  // namespace

PartMoments moments_of(const PartedCloud& parted) {
  const auto& [cloud, parts, count] = parted;
  PartMoments moments = part_moments(cloud.rows, cloud.weights, parts, count);
  if (cloud.scatter_inside.size()) moments.within += cloud.scatter_inside;
  return moments;
}

Graph neighbour_graph(const RowMatrix& rows, const Vector& weights, NeighbourGraph& near) {
  near = nearest_neighbours(rows, neighbours_among(rows.rows()), near);
  return union_graph(near, weights);
}

Parts find_communities(const Graph& graph, Index count, Sizes sizes, double& resolution) {
  Parts parts = communities_of_number(graph, count, resolution);
  return moved(graph, std::move(parts), count, sizes == Sizes::alike ? 1.0 : resolution);
}

Taught learn_metric(const Cloud& cloud, Index clusters, Lesson lesson) {
  Taught taught{std::nullopt, std::move(lesson.parts), lesson.found};
  Halves halves({cloud, taught.parts, clusters});
  double value = halves.modularity_at(std::nullopt, lesson.resolution), resolution = lesson.found;
  std::vector<double> tried(std::begin(shrinkages), std::end(shrinkages));
  for (int round = 0; round < most_rounds; ++round) {
    const PartMoments moments = moments_of({cloud, taught.parts, clusters});
    std::optional<Taught> next;
    double best = value + least_gain, chosen = 0;
    for (const double shrinkage : tried) {
      RowMatrix metric = taught_metric(moments, shrinkage);
      const Graph graph = neighbour_graph(in_metric(cloud.rows, metric), cloud.weights, lesson.near);
      Parts parts = find_communities(graph, clusters, lesson.sizes, resolution);
      halves.set_parts(parts);
      if (const double now = halves.modularity_at(shrinkage, lesson.resolution); now >= best) {
        best = now;
        chosen = shrinkage;
        next = {std::move(metric), std::move(parts), resolution};
      }
    }
    if (!next) break;
    taught = *std::move(next);
    value = best;
    tried = {chosen};  // the first round settles how much
  }
  return taught;
}

double cross_fitted_modularity(const PartedCloud& parted, double resolution) {
  Halves halves(parted);
  double best = halves.modularity_at(std::nullopt, resolution);
  for (const double shrinkage : shrinkages)
    best = std::max(best, halves.modularity_at(shrinkage, resolution));
  return best;
}

double cross_fitted_separation(const PartedCloud& parted) {
  const Halves halves(parted);
  double best = 0;
  for (const double shrinkage : shrinkages) best = std::max(best, separation_at(halves, shrinkage));
  return best;
}

}  // namespace scpp
