#include "tree/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "tree/grow.hpp"
#include "tree/joined_communities.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/nearest_means.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
// Of the cross-fitted modularity, for one row: so much less, over the root of the rows, is a matter of
// chance.
constexpr double by_chance = 0.1;
// Conductances. Clusters that hardly an edge joins are no matter of chance or of shape, if the next partition
// has to cut through far more edges: else there are more such clusters than were asked for.
constexpr double hardly_joined = 0.01, not_joined = 0.0002, times_as_many = 4;
constexpr double least_share = 0.2;  // of the volume of a cluster if all were of one size
constexpr double clear_separation = 0.9, clearly_less_separated = 0.05;
// A tree that is to teach need not be the best there is; few rows can afford a better one.
constexpr int steps_of_a_sample = 20;
constexpr int microclusters_of_a_sample(Index rows) {
  constexpr Index many_rows = 1000;
  return rows < many_rows ? 100 : 60;
}

FitOptions quickly(FitOptions options, Index rows) {
  options.split.microclusters = std::min(options.split.microclusters, microclusters_of_a_sample(rows));
  options.split.pursuit.max_steps = std::min(options.split.pursuit.max_steps, steps_of_a_sample);
  return options;
}

/// While partitions are weighed up, nothing is split yet.
Observer before_any_split(const Observer& watch) {
  if (!watch) return {};
  return [&watch](Progress progress) {
    if (progress.stage == Stage::split) progress.stage = Stage::pursuit;
    progress.clusters_found = 1;
    return watch(progress);
  };
}

/// Candidates, and the choice among them.
class Planner {
 public:
  Planner(const Teachers& teachers, const FitOptions& options, const Observer& watch)
      : teachers_(teachers), options_(options), watch_(watch) {}

  Plan run() const {
    const Graph& graph = teachers_.neighbours->graph;
    double resolution = 1;
    const CommunitySearch search(graph);
    Parts communities = search.find(options_.clusters, resolution);
    if (are_components(communities, search, resolution))
      return {
          Plan::By::components, {std::nullopt, std::move(communities), resolution}, Sizes::any, resolution};
    // At resolution 1 clusters of like size are preferred, where communities appear those of any size.
    const double between = std::sqrt(resolution);
    std::optional<Parts> tree;
    Plan moved_tree{Plan::By::moved_tree, {}}, taught{Plan::By::communities, {}};
    const auto by_tree = [&](const Observer& watch) {
      tree = parts_by_tree(unstretched(teachers_.cloud), options_, watch);
      if (!tree) return;
      moved_tree.taught.parts = moved(graph, *tree, options_.clusters);
      moved_tree.taught.value = judged(moved_tree, between);
    };
    const auto by_communities = [&] {
      Parts of_like_size = moved(graph, communities, options_.clusters);
      taught.taught = learnt({std::move(of_like_size), Sizes::alike, between, resolution});
    };
    parallel_each(2, watch_, [&](Index which, const Observer& watch) {
      which == 0 ? by_tree(watch) : by_communities();
    });
    moved_tree.taught.found = resolution;
    Plan best = tree && as_good_as(moved_tree, taught) ? moved_tree : taught;
    best.apart = separation(best);
    if (best.apart >= clear_separation) return best;
    std::vector<Plan> others;
    if (tree) others.push_back({Plan::By::tree, {std::nullopt, *tree, resolution}});
    Plan any{Plan::By::communities,
             {std::nullopt, moved(graph, std::move(communities), options_.clusters, resolution), resolution},
             Sizes::any,
             resolution};
    if (separation(any) > best.apart) {  // worth a metric of its own
      any.taught = learnt({std::move(any.taught.parts), Sizes::any, resolution, resolution});
      others.push_back(std::move(any));
    }
    if (std::optional<Plan> plan = whitened(best, resolution)) others.push_back(*std::move(plan));
    if (std::optional<Parts> parts =
            joined_communities(graph, teachers_.cloud, options_.clusters, resolution))
      others.push_back({Plan::By::joined_communities,
                        {std::nullopt, *std::move(parts), resolution},
                        Sizes::any,
                        resolution});
    return better_separated(std::move(best), std::move(others), resolution);
  }

 private:
  /// Whether the graph all but falls apart into the communities, and none of them does so again.
  bool are_components(const Parts& communities, const CommunitySearch& search, double resolution) const {
    const Graph& graph = teachers_.neighbours->graph;
    const Index clusters = options_.clusters;
    const double joined = largest_conductance(graph, communities, clusters);
    const Vector volume = volumes(graph, communities, clusters);
    if (joined > hardly_joined || volume.minCoeff() < least_share * volume.mean()) return false;
    const Parts more = search.find(clusters + 1, resolution);
    return largest_conductance(graph, more, clusters + 1) > times_as_many * std::max(joined, not_joined);
  }

  /// Where all clusters are long in the same directions, neighbours agree along these, whatever their
  /// cluster. Partitions of rows that are whitened by the covariance of all of them, and again by what varies
  /// within the clusters found, for as long as they hold apart better; nothing where the first, or the one
  /// that it teaches, holds apart less than the plan there is, or where rows that did not teach are clearly
  /// less connected: whitened rows may part by what hardly any column shows. So they always may along leading
  /// components, of which the last would count as much as the first: there it is not tried.
  std::optional<Plan> whitened(const Plan& other, double resolution) const {
    constexpr int most_rounds = 4;
    constexpr double least_rise = 0.005, far_behind = 0.1;
    constexpr double clearly_less_connected = 0.03;  // modularity
    const double begun = other.apart, asked_at = resolution;
    const Cloud& cloud = teachers_.cloud;
    if (!cloud.stretch.size()) return std::nullopt;
    RowMatrix metric = whitening(moments_of(cloud, Parts(cloud.rows.rows(), 0), 1).within, least_shrunk);
    std::optional<Plan> best;
    double apart = begun;
    for (int round = 0; round < most_rounds; ++round) {
      const Graph graph = neighbour_graph(in_metric(cloud.rows, metric), cloud.weights);
      Parts parts = find_communities(graph, options_.clusters, Sizes::any, resolution);
      Plan here{
          Plan::By::communities, {std::move(metric), std::move(parts), resolution}, Sizes::any, resolution};
      double now = separation(here);
      if (round == 0 && now < begun - far_behind) return std::nullopt;
      if (now < apart + least_rise && (!best || best->by == Plan::By::joined_communities))
        now = std::max(now, join_pieces(here, graph));
      if (round < 2 && now < begun) return std::nullopt;
      if (now < apart + least_rise) break;
      apart = now;
      metric = taught_metric(moments_of(parted(here)), least_shrunk);
      best = std::move(here);
    }
    if (best && judged(*best, asked_at) < judged(other, asked_at) - clearly_less_connected)
      return std::nullopt;
    return best;
  }

  /// Takes pieces of communities that are joined instead, if they hold apart better; gives how well they do.
  double join_pieces(Plan& plan, const Graph& graph) const {
    Plan joined = plan;
    joined.by = Plan::By::joined_communities;
    std::optional<Parts> parts =
        joined_communities(graph, teachers_.cloud, options_.clusters, plan.taught.found);
    if (!parts) return 0;
    joined.taught.parts = *std::move(parts);
    const double apart = separation(joined);
    if (apart > separation(plan)) plan = std::move(joined);
    return apart;
  }

  PartedCloud parted(const Plan& plan) const {
    return {teachers_.cloud, plan.taught.parts, options_.clusters};
  }
  double separation(const Plan& plan) const { return cross_fitted_separation(parted(plan)).mean(); }
  double judged(const Plan& plan, double resolution) const {
    return cross_fitted_modularity(teachers_.halves, plan.taught.parts, options_.clusters, resolution);
  }
  Taught learnt(Lesson lesson) const { return learn_metric(teachers_, options_.clusters, std::move(lesson)); }

  /// The simpler one is taken where it is no worse than by chance.
  bool as_good_as(const Plan& simpler, const Plan& other) const {
    const double chance = by_chance / std::sqrt(teachers_.cloud.rows.rows());
    return !(simpler.taught.value < other.taught.value - chance);
  }

  /// Where clusters of like size cut through clouds, those that hold apart are better, and of these the one
  /// that the graph prefers.
  Plan better_separated(Plan best, std::vector<Plan> others, double resolution) const {
    double top = best.apart;
    for (Plan& each : others) top = std::max(top, each.apart = separation(each));
    if (best.apart >= top - clearly_less_separated) return best;
    std::optional<double> value;
    for (Plan& each : others) {
      if (each.apart < top - clearly_less_separated) continue;
      const double here = judged(each, resolution);
      if (value && here <= *value) continue;
      value = here;
      best = std::move(each);
    }
    return best;
  }

  const Teachers& teachers_;
  const FitOptions& options_;
  const Observer& watch_;
};

}  // namespace

Scaled as_they_are(const RowMatrix& rows, const Vector& weights, RowMatrix scatter_inside) {
  return {TableView::row_major(rows.data(), rows.rows(), rows.cols()),
          {std::vector<double>(rows.cols(), 0.0), std::vector<double>(rows.cols(), 1.0), {}},
          weights,
          std::move(scatter_inside)};
}

std::optional<Parts> parts_by_tree(const Cloud& cloud, const FitOptions& options, const Observer& watch) {
  const GrownTree grown = grow(as_they_are(cloud.rows, cloud.weights, cloud.scatter_inside), {{}, {}},
                               quickly(options, cloud.rows.rows()), before_any_split(watch));
  if (grown.tree.clusters() != options.clusters) return std::nullopt;
  const std::vector<std::int32_t> label = label_of_node(grown.tree);
  Parts parts;
  std::vector<Index> size(options.clusters, 0);
  for (const auto leaf : grown.leaf_of_row) {
    parts.push_back(label[leaf]);
    ++size[parts.back()];
  }
  return std::ranges::min(size) > 1 ? std::optional(std::move(parts)) : std::nullopt;
}

Plan plan_by_neighbours(const Teachers& teachers, const FitOptions& options, const Observer& watch) {
  return Planner(teachers, options, watch).run();
}

Plan plan_partition(const Teachers& teachers, const FitOptions& options, const Observer& watch) {
  Plan plan = plan_by_neighbours(teachers, options, watch);
  if (plan.by == Plan::By::components) return plan;
  const PartedCloud parted{teachers.cloud, plan.taught.parts, options.clusters};
  if (std::optional<Parts> parts = parts_by_means(parted, plan.apart)) {
    plan.by = Plan::By::means;
    plan.taught.parts = *std::move(parts);
  }
  return plan;
}

}  // namespace scpp
