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
constexpr double least_gain = 0.002;  // of the cross-fitted modularity
// A round gains a tenth to a third of what the last one did: one that gained less than this is the last.
constexpr double gain_for_another = 5 * least_gain;
constexpr int most_rounds = 4;
constexpr Index orders_tried = 4;
constexpr Index rows_to_judge = 750;  // of so many one half tells as much as two of fewer

Graph graph_of_half(const RowMatrix& rows, const Vector& weights) {
  return union_graph(nearest_neighbours(rows, neighbours_of_a_row / 2), weights);
}

/// A partition of both halves, each with the moments of its parts.
class Halves {
 public:
  Halves(const HalvedCloud& halved, const Parts& parts, Index clusters)
      : halved_(halved), clusters_(clusters) {
    set_parts(parts);
  }

  void set_parts(const Parts& parts) {
    for (int which = 0; which < 2; ++which) parts_[which] = every_second(parts, which);
    for (std::size_t judged = 0; judged < halved_.graph.size(); ++judged) {
      const std::size_t teaches = 1 - judged;
      moments_[teaches] = moments_of(halved_.half[teaches], parts_[teaches], clusters_);
    }
  }

  /// The mean modularity of the halves that are judged; in unit variance without a shrinkage.
  double modularity_at(std::optional<double> shrinkage, double resolution) const {
    double sum = 0;
    for (std::size_t which = 0; which < halved_.graph.size(); ++which) {
      const auto of_half = [&](const Graph& graph) {
        return modularity(graph, parts_[which], clusters_, resolution);
      };
      const Cloud& cloud = halved_.half[which];
      sum += !shrinkage
                 ? of_half(halved_.graph[which])
                 : of_half(graph_of_half(
                       in_metric(cloud.rows, taught_metric(moments_[1 - which], *shrinkage)), cloud.weights));
    }
    return sum / static_cast<double>(halved_.graph.size());
  }

 private:
  const HalvedCloud& halved_;
  Index clusters_;
  Parts parts_[2];
  PartMoments moments_[2];  // of halves that teach
};

double resolution_of_moves(Sizes sizes, double resolution) {
  return sizes == Sizes::alike ? 1.0 : resolution;
}

}  // namespace

Neighbours::Neighbours(const RowMatrix& rows, const Vector& weights)
    : named(nearest_neighbours(rows, neighbours_among(rows.rows()))), graph(union_graph(named, weights)) {}

Graph neighbour_graph(const RowMatrix& rows, const Vector& weights) {
  return Neighbours(rows, weights).graph;
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

HalvedCloud::HalvedCloud(const Cloud& cloud) : half{half_of(cloud, 0), half_of(cloud, 1)} {
  const std::size_t judged = half[0].rows.rows() < rows_to_judge ? 2 : 1;
  while (graph.size() < judged) {
    const Cloud& next = half[graph.size()];
    graph.push_back(graph_of_half(next.rows, next.weights));
  }
}

Teachers::Teachers(Cloud some) : cloud(std::move(some)) {
  parallel_each(2, [&](Index which) {
    if (which == 0)
      neighbours = std::make_shared<const Neighbours>(cloud.rows, cloud.weights);
    else
      halves = HalvedCloud(cloud);
  });
}

Taught learn_metric(const Teachers& teachers, Index clusters, Lesson lesson) {
  const Cloud& cloud = teachers.cloud;
  // The first round settles how much to shrink, and looks for communities anew; later ones move rows.
  Taught taught{std::nullopt, std::move(lesson.parts), lesson.found, 0};
  Halves halves(teachers.halves, taught.parts, clusters);
  taught.value = halves.modularity_at(std::nullopt, lesson.resolution);
  double resolution = lesson.found;
  std::vector<double> tried(std::begin(shrinkages), std::end(shrinkages));
  for (int round = 0; round < most_rounds; ++round) {
    const PartMoments moments = moments_of(cloud, taught.parts, clusters);
    std::optional<Taught> next;
    double best = taught.value + least_gain, chosen = 0;
    for (const double shrinkage : tried) {
      if (chosen == most_shrunk) break;  // more was better than .5, so less is not tried
      RowMatrix metric = taught_metric(moments, shrinkage);
      auto neighbours = std::make_shared<const Neighbours>(in_metric(cloud.rows, metric), cloud.weights);
      const Graph& graph = neighbours->graph;
      Parts parts = round == 0
                        ? find_communities(graph, clusters, lesson.sizes, resolution)
                        : moved(graph, taught.parts, clusters, resolution_of_moves(lesson.sizes, resolution));
      halves.set_parts(parts);
      if (const double now = halves.modularity_at(shrinkage, lesson.resolution); now >= best) {
        best = now;
        chosen = shrinkage;
        next = {std::move(metric), std::move(parts), resolution, now, std::move(neighbours)};
      }
    }
    if (!next) break;
    const double gained = next->value - taught.value;
    taught = *std::move(next);
    if (gained < gain_for_another) break;
    tried = {chosen};
    resolution = taught.found;
  }
  return taught;
}

double gain_of_metric(const PartedCloud& parted, double shrinkage) {
  const HalvedCloud halved(parted.cloud);
  const Halves halves(halved, parted.parts, parted.count);
  const double unit = halves.modularity_at(std::nullopt, 1);
  return halves.modularity_at(shrinkage, 1) - unit;
}

double cross_fitted_modularity(const HalvedCloud& halved, const Parts& parts, Index clusters,
                               double resolution) {
  const Halves halves(halved, parts, clusters);
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
