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
#include "tree/islands.hpp"
#include "tree/joined_communities.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/plan.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index most_teachers = 1500;  // rows that settle the metric
// With fewer rows in a cluster than a row has neighbours, the graph joins clusters: then there is the tree.
constexpr Index least_rows_each = 2 * neighbours_of_a_row;

// ---- rows in the metric

/// The tree's cells and rows in the coordinates of the metric; its average variance is 1, as the search
/// expects.
Transform with_metric(Transform transform, const SeenCloud& seen, RowMatrix metric) {
  const Vector& weights = seen.cloud.weights;
  const RowMatrix mapped = in_metric(seen.cloud.rows, metric);
  const Eigen::RowVectorXd mean = weights.transpose() * mapped / weights.sum();
  const double squares = ((mapped.rowwise() - mean).rowwise().squaredNorm().dot(weights)) / weights.sum();
  const Index moving = ((mapped.rowwise() - mean).colwise().squaredNorm().array() > 0).count();
  metric *= std::sqrt(static_cast<double>(moving) / squares);
  transform.metric = plain(seen.directions ? in_metric(*seen.directions, metric) : metric);
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

/// The parts of all rows by the plan.
Parts parts_by(const Plan& plan, const Cloud& cloud, const Graph& graph, const FitOptions& options,
               const Observer& watch) {
  using By = Plan::By;
  const Index clusters = options.clusters;
  if (plan.by != By::communities && std::ssize(plan.taught.parts) == cloud.rows.rows())
    return plan.taught.parts;
  std::optional<Parts> parts;
  if (plan.by == By::tree || plan.by == By::moved_tree) parts = parts_by_tree(cloud, options, watch);
  if (plan.by == By::joined_communities)
    parts = joined_communities(graph, cloud, clusters, plan.taught.found);
  if (!parts) return best_communities(graph, clusters, plan.sizes, plan.taught.found);
  return plan.by == By::moved_tree ? moved(graph, *std::move(parts), clusters) : *std::move(parts);
}

}  // namespace

GrownTree grow_partition(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const Units units = units_of(scaled);
  const Index clusters = options.clusters, count = std::ssize(units.row);
  if (clusters < 2 || count < least_rows_each * clusters) return grow(scaled, {{}, {}}, options, watch);
  const SeenCloud by_columns = seen_cloud(scaled, units);
  const Cloud& cloud = by_columns.cloud;
  const Plan plan = plan_partition(first_rows(cloud, most_teachers), options, watch);

  Transform transform = scaled.transform;
  if (plan.taught.metric || by_columns.directions)
    transform =
        with_metric(std::move(transform), by_columns,
                    plan.taught.metric.value_or(RowMatrix::Identity(cloud.rows.cols(), cloud.rows.cols())));
  const RowMatrix rows = gather({scaled.table, transform, scaled.weights, {}}, units.row);
  const Scaled of_units = as_they_are(rows, units.weights, mapped_scatter(scaled.scatter_inside, transform));
  const NeighbourGraph neighbours = nearest_neighbours(rows, neighbours_among(count));
  const Graph graph = union_graph(neighbours, units.weights);
  Parts parts = parts_by(plan, cloud, graph, options, watch);
  parts = moved_to_gaussians({cloud, std::move(parts), clusters}, graph, plan.resolution);
  parts = with_islands({cloud, std::move(parts), clusters}, rows, neighbours);

  std::optional<GrownTree> tree =
      explain(of_units, std::move(parts), clusters, neighbours, graph, options, watch);
  if (!tree) {
    tree = grow(of_units, {{}, {}}, options, watch);
    tell_cuts(*tree, neighbours, units.weights);
  }
  return on_rows(*std::move(tree), units, std::move(transform));
}

}  // namespace scpp
