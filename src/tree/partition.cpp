#include "tree/partition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "data/units.hpp"
#include "split/node.hpp"
#include "tree/explain.hpp"
#include "tree/gaussian_parts.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/learn_metric.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index most_teachers = 2000;  // rows that settle the metric
// With fewer rows in a cluster than a row has neighbours, the graph joins clusters: then there is the tree.
constexpr Index least_rows_each = 2 * neighbours_of_a_row;
constexpr double as_good = 0.005;  // of the cross-fitted modularity: so little worse, and simpler, is as good
constexpr double clear_separation = 0.8, clearly_less_separated = 0.2;
// A tree that is to teach need not be the best there is.
constexpr int microclusters_of_a_sample = 100, steps_of_a_sample = 20;

// ---- rows in the metric

/// The tree's cells and rows in the coordinates of the metric; its average variance is 1, as the search
/// expects.
Transform with_metric(const Scaled& scaled, const Units& units, RowMatrix metric) {
  Transform transform = scaled.transform;
  const RowMatrix mapped = in_metric(gather(scaled, units.row), metric);
  const Eigen::RowVectorXd mean = units.weights.transpose() * mapped / units.weights.sum();
  const double squares =
      ((mapped.rowwise() - mean).rowwise().squaredNorm().dot(units.weights)) / units.weights.sum();
  const Index moving = ((mapped.rowwise() - mean).colwise().squaredNorm().array() > 0).count();
  metric *= std::sqrt(static_cast<double>(moving) / squares);
  transform.metric = plain(metric);
  return transform;
}

/// The rows of a tree grown on units take the leaves of their units.
GrownTree on_rows(GrownTree grown, const Units& units, Transform transform) {
  std::vector<std::int32_t> leaf(units.of_row.size(), -1);
  for (Index row = 0; row < std::ssize(leaf); ++row)
    if (units.of_row[row] >= 0) leaf[row] = grown.leaf_of_row[units.of_row[row]];
  return {std::move(grown.tree), std::move(leaf), std::move(transform)};
}

/// What the neighbour graph says of every split of a tree that was grown without asking it.
void tell_cuts(GrownTree& grown, const NeighbourGraph& neighbours, const Vector& weights) {
  for (int node = 0; node < std::ssize(grown.tree.nodes); ++node)
    if (std::optional<Split>& split = grown.tree.nodes[node].split) {
      const NodeMembers members = members_of(grown, node);
      split->neighbour_cut = NodeGraph(neighbours, members.rows, weights).normalised_cut(members.child);
    }
}

RowMatrix mapped_scatter(const RowMatrix& scatter, const Transform& transform) {
  if (!scatter.size() || !transform.metric) return scatter;
  const RowMatrix metric = view(*transform.metric);
  return metric.transpose() * scatter * metric;
}

Cloud first_rows(const Cloud& cloud, Index count) {
  count = std::min(count, cloud.rows.rows());
  return {cloud.rows.topRows(count), cloud.weights.head(count), cloud.scatter_inside};
}

// ---- communities or the tree

/// Rows without a transform, as the tree sees them.
Scaled as_they_are(const RowMatrix& rows, const Vector& weights, RowMatrix scatter_inside) {
  return {TableView::row_major(rows.data(), rows.rows(), rows.cols()),
          {std::vector<double>(rows.cols(), 0.0), std::vector<double>(rows.cols(), 1.0), {}},
          weights,
          std::move(scatter_inside)};
}

FitOptions quickly(FitOptions options) {
  options.split.microclusters = std::min(options.split.microclusters, microclusters_of_a_sample);
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

/// The clusters of the paper's tree; nothing where it does not find as many, each with two rows.
std::optional<Parts> parts_by_tree(const Cloud& cloud, const FitOptions& options, const Observer& watch) {
  const GrownTree grown = grow(as_they_are(cloud.rows, cloud.weights, cloud.scatter_inside), {{}, {}},
                               quickly(options), before_any_split(watch));
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

/// How the rows are to be parted, settled on some of them.
struct Plan {
  enum class By { tree, communities } by = By::communities;
  Taught taught;
  Sizes sizes = Sizes::alike;
  double resolution = 1;  ///< at which the graph judges
};

/// Candidates in the order of simplicity, and the choice among them.
class Planner {
 public:
  Planner(const Cloud& teachers, const FitOptions& options, const Observer& watch)
      : teachers_(teachers), options_(options), watch_(watch) {}

  Plan run() const {
    NeighbourGraph near;
    const Graph graph = neighbour_graph(teachers_.rows, teachers_.weights, near);
    double resolution = 1;
    Parts communities = communities_of_number(graph, options_.clusters, resolution);
    const std::optional<Parts> tree = parts_by_tree(teachers_, options_, watch_);
    std::vector<Lesson> lessons{
        {moved(graph, communities, options_.clusters), Sizes::alike, 1, resolution, near}};
    if (tree) lessons.push_back({*tree, Sizes::alike, 1, resolution, near});
    std::vector<Plan> candidates(lessons.size());
    parallel_each(lessons.size(), [&](Index i) { candidates[i].taught = learnt(lessons[i]); });
    if (tree) candidates.insert(candidates.begin(), {Plan::By::tree, {std::nullopt, *tree, resolution}});
    Plan best = simplest_of_the_best(candidates);
    const double apart = separation(best);
    if (apart >= clear_separation) return best;
    std::vector<Plan> others{of_any_size(graph, near, std::move(communities), resolution)};
    if (tree && best.by != Plan::By::tree) others.push_back(candidates.front());
    return better_separated(std::move(best), apart, std::move(others), resolution);
  }

 private:
  PartedCloud parted(const Plan& plan) const { return {teachers_, plan.taught.parts, options_.clusters}; }
  double separation(const Plan& plan) const { return cross_fitted_separation(parted(plan)).mean(); }
  double judged(const Plan& plan, double resolution) const {
    return cross_fitted_modularity(parted(plan), resolution);
  }
  Taught learnt(Lesson lesson) const { return learn_metric(teachers_, options_.clusters, std::move(lesson)); }

  Plan simplest_of_the_best(const std::vector<Plan>& candidates) const {
    std::vector<double> values(candidates.size());
    parallel_each(candidates.size(), [&](Index i) { values[i] = judged(candidates[i], 1); });
    const double top = std::ranges::max(values);
    const auto first = std::ranges::find_if(values, [&](double value) { return value >= top - as_good; });
    return candidates[first - values.begin()];
  }

  Plan of_any_size(const Graph& graph, const NeighbourGraph& near, Parts communities,
                   double resolution) const {
    Parts parts = moved(graph, std::move(communities), options_.clusters, resolution);
    return {Plan::By::communities, learnt({std::move(parts), Sizes::any, resolution, resolution, near}),
            Sizes::any, resolution};
  }

  /// Where clusters of like size cut through clouds, those that hold apart are better, and of these the one
  /// that the graph prefers.
  Plan better_separated(Plan best, double apart, std::vector<Plan> others, double resolution) const {
    std::vector<double> separations;
    for (const Plan& each : others) separations.push_back(separation(each));
    const double top = std::ranges::max(separations);
    if (apart >= top - clearly_less_separated) return best;
    std::optional<double> value;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (separations[i] < top - clearly_less_separated) continue;
      const double here = judged(others[i], resolution);
      if (value && here <= *value) continue;
      value = here;
      best = others[i];
    }
    return best;
  }

  const Cloud& teachers_;
  const FitOptions& options_;
  const Observer& watch_;
};

/// The parts of all rows by the plan.
Parts parts_by(const Plan& plan, const Cloud& cloud, const Graph& graph, const FitOptions& options,
               const Observer& watch) {
  if (plan.by == Plan::By::tree) {
    if (std::ssize(plan.taught.parts) == cloud.rows.rows()) return plan.taught.parts;
    if (std::optional<Parts> parts = parts_by_tree(cloud, options, watch)) return *std::move(parts);
  }
  double resolution = plan.taught.found;
  return find_communities(graph, options.clusters, plan.sizes, resolution);
}

}  // namespace

GrownTree grow_partition(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const Units units = units_of(scaled);
  const Index clusters = options.clusters, count = std::ssize(units.row);
  if (clusters < 2 || count < least_rows_each * clusters) return grow(scaled, {{}, {}}, options, watch);
  Cloud cloud{gather(scaled, units.row), units.weights, scaled.scatter_inside};
  const std::optional<RowMatrix> components = leading_components(cloud);
  if (components) {
    cloud.rows = in_metric(cloud.rows, *components);
    if (cloud.scatter_inside.size())
      cloud.scatter_inside = components->transpose() * cloud.scatter_inside * *components;
  }
  const Plan plan = Planner(first_rows(cloud, most_teachers), options, watch).run();

  Transform transform = scaled.transform;
  if (const std::optional<RowMatrix>& metric = plan.taught.metric)
    transform = with_metric(scaled, units, components ? in_metric(*components, *metric) : *metric);
  const RowMatrix rows = gather({scaled.table, transform, scaled.weights, {}}, units.row);
  const Scaled of_units = as_they_are(rows, units.weights, mapped_scatter(scaled.scatter_inside, transform));
  const NeighbourGraph neighbours =
      nearest_neighbours(transform.metric || !components ? rows : cloud.rows, neighbours_among(count));
  const Graph graph = union_graph(neighbours, units.weights);
  Parts parts = parts_by(plan, cloud, graph, options, watch);
  parts = moved_to_gaussians({cloud, std::move(parts), clusters}, graph, plan.resolution);

  std::optional<GrownTree> tree =
      explain(of_units, std::move(parts), clusters, neighbours, graph, options, watch);
  if (!tree) {
    tree = grow(of_units, {{}, {}}, options, watch);
    tell_cuts(*tree, neighbours, units.weights);
  }
  return on_rows(*std::move(tree), units, std::move(transform));
}

}  // namespace scpp
