#include "tree/learn_metric.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "graph/neighbours.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr double least_gain = 0.002;  // of the cross-fitted modularity, for another round
constexpr int most_rounds = 4;
constexpr Index orders_tried = 4;
constexpr Index rows_to_judge = 1000;  // of so many one half tells as much as two of fewer

/// Two halves of a cloud, each with the moments of its parts: one teaches, the other is judged, and where
/// they are small the other way round, too.
class Halves {
 public:
  explicit Halves(const PartedCloud& parted)
      : half_{half_of(parted, 0), half_of(parted, 1)},
        moments_{moments_of(half_[0]), moments_of(half_[1])},
        judged_(half_[0].cloud.rows.rows() < rows_to_judge ? 2 : 1) {}

  /// The same rows in other parts.
  void set_parts(const Parts& parts) {
    for (int which = 0; which < 2; ++which) {
      for (Index i = 0; i < std::ssize(half_[which].parts); ++i) half_[which].parts[i] = parts[which + 2 * i];
      moments_[which] = moments_of(half_[which]);
    }
  }

  const PartedCloud& judged(int which) const { return half_[which]; }
  const PartMoments& teacher(int which) const { return moments_[1 - which]; }

  /// The mean modularity of the halves that are judged; in unit variance without a shrinkage.
  double modularity_at(std::optional<double> shrinkage, double resolution) const {
    double sum = 0;
    for (int which = 0; which < judged_; ++which) {
      const auto& [cloud, parts, count] = judged(which);
      const RowMatrix rows =
          shrinkage ? in_metric(cloud.rows, taught_metric(teacher(which), *shrinkage)) : cloud.rows;
      const NeighbourGraph near = nearest_neighbours(rows, neighbours_of_a_row / 2);
      sum += modularity(union_graph(near, cloud.weights), parts, count, resolution);
    }
    return sum / judged_;
  }

 private:
  PartedCloud half_[2];
  PartMoments moments_[2];
  int judged_;
};

double resolution_of_moves(Sizes sizes, double resolution) {
  return sizes == Sizes::alike ? 1.0 : resolution;
}

}  // namespace

Graph neighbour_graph(const RowMatrix& rows, const Vector& weights) {
  return union_graph(nearest_neighbours(rows, neighbours_among(rows.rows())), weights);
}

Parts find_communities(const Graph& graph, Index count, Sizes sizes, double& resolution) {
  Parts parts = CommunitySearch(graph).find(count, resolution);
  return moved(graph, std::move(parts), count, resolution_of_moves(sizes, resolution));
}

Parts best_communities(const Graph& graph, Index count, Sizes sizes, double resolution) {
  std::vector<Parts> found(orders_tried);
  std::vector<double> value(orders_tried);
  const CommunitySearch search(graph);
  found[0] = search.find(count, resolution);
  const double judge = resolution_of_moves(sizes, resolution);
  parallel_each(orders_tried, [&](Index order) {
    double here = resolution;
    if (order > 0) found[order] = search.find(count, here, static_cast<int>(order));
    found[order] = moved(graph, std::move(found[order]), count, judge);
    value[order] = modularity(graph, found[order], count, judge);
  });
  return found[std::ranges::max_element(value) - value.begin()];
}

Taught learn_metric(const Cloud& cloud, Index clusters, Lesson lesson) {
  // The first round settles how much to shrink, and looks for communities anew; later ones move rows.
  Taught taught{std::nullopt, std::move(lesson.parts), lesson.found, 0};
  Halves halves({cloud, taught.parts, clusters});
  taught.value = halves.modularity_at(std::nullopt, lesson.resolution);
  double resolution = lesson.found;
  std::vector<double> tried(std::begin(shrinkages), std::end(shrinkages));
  for (int round = 0; round < most_rounds; ++round) {
    const PartMoments moments = moments_of({cloud, taught.parts, clusters});
    std::optional<Taught> next;
    double best = taught.value + least_gain, chosen = 0;
    for (const double shrinkage : tried) {
      if (chosen == most_shrunk) break;  // more was better than .5, so less is not tried
      RowMatrix metric = taught_metric(moments, shrinkage);
      const Graph graph = neighbour_graph(in_metric(cloud.rows, metric), cloud.weights);
      Parts parts = round == 0
                        ? find_communities(graph, clusters, lesson.sizes, resolution)
                        : moved(graph, taught.parts, clusters, resolution_of_moves(lesson.sizes, resolution));
      halves.set_parts(parts);
      if (const double now = halves.modularity_at(shrinkage, lesson.resolution); now >= best) {
        best = now;
        chosen = shrinkage;
        next = {std::move(metric), std::move(parts), resolution, now};
      }
    }
    if (!next) break;
    taught = *std::move(next);
    tried = {chosen};
    resolution = taught.found;
  }
  return taught;
}

double gain_of_metric(const PartedCloud& parted, double shrinkage) {
  const Halves halves(parted);
  const double unit = halves.modularity_at(std::nullopt, 1);
  return halves.modularity_at(shrinkage, 1) - unit;
}

double cross_fitted_modularity(const PartedCloud& parted, double resolution) {
  const Halves halves(parted);
  const double unit = halves.modularity_at(std::nullopt, resolution);
  double best = -std::numeric_limits<double>::infinity();
  for (const double shrinkage : shrinkages) {
    const double here = halves.modularity_at(shrinkage, resolution);
    if (shrinkage == most_shrunk && here > best) return std::max(unit, here);  // less is not tried
    best = std::max(best, here);
  }
  return std::max(unit, best);
}

}  // namespace scpp
