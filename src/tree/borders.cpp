#include "tree/borders.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/multiply.hpp"
#include "data/metric.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

constexpr double shrinkage = 0.1;      // of the covariance that gives the discriminant directions
constexpr double least_shared = 0.01;  // of the edges of the smaller one: clusters that share less lie apart
constexpr Index least_rows = 10;       // of fewer the density is not known

/// Weighted places of rows on a line.
class OnALine {
 public:
  void add(double place, double weight) { rows_.emplace_back(place, weight); }

  void sort() {
    std::ranges::sort(rows_);
    up_to_.assign(1, 0.0);
    for (const auto& [place, weight] : rows_) up_to_.push_back(up_to_.back() + weight);
  }

  Index rows() const { return std::ssize(rows_); }
  double weight() const { return up_to_.back(); }
  double below(double place) const {
    return up_to_[std::ranges::lower_bound(rows_, std::pair(place, -1.0)) - rows_.begin()];
  }
  double median() const {
    const auto half = std::ranges::lower_bound(up_to_, weight() / 2) - up_to_.begin();
    return rows_[std::max<Index>(half, 1) - 1].first;
  }

 private:
  std::vector<std::pair<double, double>> rows_;
  std::vector<double> up_to_;  // weight of the first i rows
};

/// Where the fewest rows, as shares of their clusters, lie on the wrong side.
double border_between(const OnALine& left, const OnALine& right) {
  constexpr int places = 50;
  const double from = left.median(), to = right.median();
  double best = from, fewest = 2;
  for (int i = 0; i <= places; ++i) {
    const double place = from + (to - from) * i / places;
    const double wrong = 1 - left.below(place) / left.weight() + right.below(place) / right.weight();
    if (wrong < fewest) {
      fewest = wrong;
      best = place;
    }
  }
  return best;
}

double density(const OnALine& left, const OnALine& right, double from, double to) {
  return (left.below(to) - left.below(from) + right.below(to) - right.below(from)) / (to - from);
}

/// Windows reach a quarter of the way from the border to the middle of a cluster.
double relative_density(const OnALine& left, const OnALine& right) {
  const double border = border_between(left, right), from = left.median(), to = right.median();
  const double reach_left = (border - from) / 4, reach_right = (to - border) / 4;
  if (!(reach_left > 0) || !(reach_right > 0)) return 1;  // the middle of one is its border
  const double middle = std::min(density(left, right, from - reach_left, from + reach_left),
                                 density(left, right, to - reach_right, to + reach_right));
  return density(left, right, border - reach_left, border + reach_right) / middle;
}

/// Weights of edges between clusters.
RowMatrix edges_between(const Graph& graph, const Parts& parts, Index count) {
  RowMatrix between = RowMatrix::Zero(count, count);
  for (Index i = 0; i < graph.nodes(); ++i)
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      between(parts[i], parts[graph.to[at]]) += graph.weight[at];
  return between;
}

}  // namespace

double densest_border(const RowMatrix& rows, const Vector& weights, const Graph& graph, const Parts& parts,
                      Index count) {
  const RowMatrix metric = whitening(covariance_within(rows, weights, parts, count), shrinkage);
  const RowMatrix apart = multiply(view_of(rows), view_of(metric));
  const RowMatrix means = means_of(apart, weights, parts, count);
  const RowMatrix between = edges_between(graph, parts, count);
  const Vector volume = between.rowwise().sum();
  double densest = 0;
  for (Index a = 0; a < count; ++a)
    for (Index b = a + 1; b < count; ++b) {
      if (between(a, b) < least_shared * std::min(volume[a], volume[b])) continue;
      const Vector direction = (means.row(b) - means.row(a)).transpose();
      OnALine left, right;
      for (Index i = 0; i < apart.rows(); ++i)
        if (parts[i] == a || parts[i] == b)
          (parts[i] == a ? left : right).add(apart.row(i).dot(direction), weights[i]);
      if (std::min(left.rows(), right.rows()) < least_rows) continue;
      left.sort();
      right.sort();
      densest = std::max(densest, relative_density(left, right));
    }
  return densest;
}

}  // namespace scpp
