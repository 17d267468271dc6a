#include "tree/learn_metric.hpp"

#include <utility>

#include "base/multiply.hpp"
#include "data/metric.hpp"
#include "graph/eigenvectors.hpp"
#include "graph/neighbours.hpp"
#include "tree/borders.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr double shrinkages[] = {0.9, 0.5, 0.1};
constexpr double least_gain = 0.002;  // of the cross-fitted modularity, for another round
constexpr int most_rounds = 6;

Graph graph_of(const RowMatrix& rows, const Vector& weights, Index neighbours) {
  return union_graph(nearest_neighbours(rows, neighbours), weights);
}

RowMatrix in_metric(const RowMatrix& rows, const RowMatrix& metric) {
  return multiply(view_of(rows), view_of(metric));
}

RowMatrix taught_by(const Cloud& cloud, const Parts& parts, Index count, double shrinkage) {
  RowMatrix within = covariance_within(cloud.rows, cloud.weights, parts, count);
  if (cloud.scatter_inside.size()) within += cloud.scatter_inside;
  return whitening(within, shrinkage);
}

/// A cloud with the parts of its rows.
struct Parted {
  Cloud cloud;
  Parts parts;
};

/// Every other row, from the first or the second on.
Parted half_of(const Cloud& cloud, const Parts& parts, Index first) {
  const Index count = (cloud.rows.rows() + 1 - first) / 2;
  Parted half{{RowMatrix(count, cloud.rows.cols()), Vector(count), cloud.scatter_inside}, Parts(count)};
  for (Index i = 0; i < count; ++i) {
    half.cloud.rows.row(i) = cloud.rows.row(first + 2 * i);
    half.cloud.weights[i] = cloud.weights[first + 2 * i];
    half.parts[i] = parts[first + 2 * i];
  }
  return half;
}

class Learner {
 public:
  Learner(const Cloud& cloud, Index clusters) : cloud_(cloud), clusters_(clusters) {}

  Taught run() {
    Parts parts = first_parts();
    double value = cross_fitted(parts, std::nullopt);
    for (int round = 0; round < most_rounds; ++round) {
      std::optional<RowMatrix> best_metric;
      Parts best_parts;
      double best = value + least_gain;
      for (const double shrinkage : shrinkages) {
        RowMatrix metric = taught_by(cloud_, parts, clusters_, shrinkage);
        Parts found = found_in(in_metric(cloud_.rows, metric));
        const double fitted = cross_fitted(found, shrinkage);
        if (fitted < best) continue;
        best = fitted;
        best_metric = std::move(metric);
        best_parts = std::move(found);
      }
      if (!best_metric) break;
      taught_.metric = std::move(best_metric);
      parts = std::move(best_parts);
      value = best;
    }
    return std::move(taught_);
  }

 private:
  double border(const RowMatrix& rows, const Graph& graph, const Parts& parts) const {
    return densest_border(rows, cloud_.weights, graph, parts, clusters_);
  }

  /// Communities of unit variance, and from them how partitions are to be judged.
  Parts first_parts() {
    Judging& judging = taught_.judging;
    const Graph graph = neighbour_graph(cloud_.rows, cloud_.weights);
    Parts communities = communities_of_number(graph, clusters_, taught_.community_resolution);
    const double natural = border(cloud_.rows, graph, communities);
    Parts even = moved(graph, communities, clusters_);
    if (!cuts_a_cloud(border(cloud_.rows, graph, even), natural)) {
      judging.ask_eigenvectors = natural >= 1;
      return judging.ask_eigenvectors ? with_eigenvectors(cloud_.rows, graph, std::move(even))
                                      : std::move(even);
    }
    judging.resolution = taught_.community_resolution;
    return moved(graph, std::move(communities), clusters_, judging.resolution);
  }

  /// What the eigenvectors of the graph say, if it cuts through no cloud and the communities do.
  Parts with_eigenvectors(const RowMatrix& rows, const Graph& graph, Parts communities) {
    const double resolution = std::min(taught_.judging.resolution, taught_.community_resolution);
    std::optional<Parts> other = parts_by_eigenvectors(graph, clusters_);
    if (!other) return communities;
    Parts gathered = moved(graph, *std::move(other), clusters_, resolution);
    if (!cuts_a_cloud(border(rows, graph, communities), border(rows, graph, gathered))) return communities;
    taught_.judging.resolution = resolution;
    return gathered;
  }

  Parts found_in(const RowMatrix& rows) {
    const Graph graph = neighbour_graph(rows, cloud_.weights);
    taught_.community_resolution = taught_.judging.resolution;
    Parts parts = moved(graph, communities_of_number(graph, clusters_, taught_.community_resolution),
                        clusters_, taught_.judging.resolution);
    return taught_.judging.ask_eigenvectors ? with_eigenvectors(rows, graph, std::move(parts)) : parts;
  }

  /// In the metric of unit variance without a shrinkage.
  double cross_fitted(const Parts& parts, std::optional<double> shrinkage) const {
    const Parted halves[2] = {half_of(cloud_, parts, 0), half_of(cloud_, parts, 1)};
    double sum = 0;
    for (Index half = 0; half < 2; ++half) {
      const auto& [judged, parts_of_judged] = halves[half];
      const auto& [teacher, parts_of_teacher] = halves[1 - half];
      const Graph graph = graph_of(
          shrinkage ? in_metric(judged.rows, taught_by(teacher, parts_of_teacher, clusters_, *shrinkage))
                    : judged.rows,
          judged.weights, neighbours_of_a_row / 2);
      sum += modularity(graph, parts_of_judged, clusters_, taught_.judging.resolution);
    }
    return sum / 2;
  }

  const Cloud& cloud_;
  Index clusters_;
  Taught taught_;
};

}  // namespace

Graph neighbour_graph(const RowMatrix& rows, const Vector& weights) {
  return graph_of(rows, weights, neighbours_of_a_row);
}

Taught learn_metric(const Cloud& cloud, Index clusters) { return Learner(cloud, clusters).run(); }

}  // namespace scpp
