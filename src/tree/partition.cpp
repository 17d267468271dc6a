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
#include "tree/nearest_means.hpp"
#include "tree/plan.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index most_teachers = 2000;  // rows that settle the metric
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
      split->neighbour_cut = normalised_cut(neighbours, members.rows, weights, members.child);
    }
}

RowMatrix mapped_scatter(const RowMatrix& scatter, const Transform& transform) {
  if (!scatter.size() || !transform.metric) return scatter;
  const RowMatrix metric = view(*transform.metric);
  return metric.transpose() * scatter * metric;
}

/// The parts of the first rows, and of every other row that of the nearest of them.
Parts extended(Parts parts, const RowMatrix& rows) {
  const Index known = std::ssize(parts), others = rows.rows() - known;
  if (others == 0) return parts;
  const NeighbourGraph nearest = NearestPoints(rows.topRows(known)).find(rows.bottomRows(others), 1);
  for (const auto row : nearest.to) parts.push_back(parts[row]);
  return parts;
}

/// Whom rows name in the metric of the plan: known where all of them taught it.
std::shared_ptr<const Neighbours> neighbours_in_metric(const Plan& plan, const Teachers& teachers,
                                                       const RowMatrix& rows, const Vector& weights) {
  const std::shared_ptr<const Neighbours>& known =
      plan.taught.metric ? plan.taught.neighbours : teachers.neighbours;
  return known && known->graph.nodes() == rows.rows() ? known
                                                      : std::make_shared<const Neighbours>(rows, weights);
}

/// The parts of all rows by the plan.
Parts parts_by(const Plan& plan, const Cloud& cloud, const RowMatrix& rows, const Graph& graph,
               Index clusters) {
  using By = Plan::By;
  switch (plan.by) {
    case By::tree:
      return extended(plan.taught.parts, rows);
    case By::moved_tree:
      return moved(graph, extended(plan.taught.parts, rows), clusters);
    case By::joined_communities:
      if (std::ssize(plan.taught.parts) == rows.rows()) return plan.taught.parts;
      if (auto parts = joined_communities(graph, cloud, clusters, plan.taught.found))
        return *std::move(parts);
      break;
    case By::means:
      if (auto parts = parts_by_means(cloud, plan.taught.parts, clusters)) return *std::move(parts);
      return extended(plan.taught.parts, rows);
    case By::communities:
    case By::components:
      break;
  }
  return best_communities(graph, clusters, plan.sizes, plan.taught.found);
}

}  // namespace

GrownTree grow_partition(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const Units units = units_of(scaled);
  const Index clusters = options.clusters, count = std::ssize(units.row);
  if (clusters < 2 || count < least_rows_each * clusters) return grow(scaled, {{}, {}}, options, watch);
  const SeenCloud by_columns = seen_cloud(scaled, units);
  const Cloud& cloud = by_columns.cloud;
  const Teachers teachers(first_rows(cloud, most_teachers));
  const Plan plan = plan_partition(teachers, options, watch);

  Transform transform = scaled.transform;
  if (plan.taught.metric || by_columns.directions)
    transform =
        with_metric(std::move(transform), by_columns,
                    plan.taught.metric.value_or(RowMatrix::Identity(cloud.rows.cols(), cloud.rows.cols())));
  const RowMatrix rows = gather({scaled.table, transform, scaled.weights, {}}, units.row);
  const Scaled of_units = as_they_are(rows, units.weights, mapped_scatter(scaled.scatter_inside, transform));
  const auto neighbours = neighbours_in_metric(plan, teachers, rows, units.weights);
  const Graph& graph = neighbours->graph;
  Parts parts = parts_by(plan, cloud, rows, graph, clusters);
  if (plan.by != Plan::By::components) {  // whose shapes may be any
    parts = moved_to_gaussians({cloud, std::move(parts), clusters}, graph, plan.resolution);
    parts = with_islands({cloud, std::move(parts), clusters}, rows, neighbours->named);
  }

  std::optional<GrownTree> tree =
      explain(of_units, std::move(parts), clusters, neighbours->named, graph, options, watch);
  if (!tree) {
    tree = grow(of_units, {{}, {}}, options, watch);
    tell_cuts(*tree, neighbours->named, units.weights);
  }
  return on_rows(*std::move(tree), units, std::move(transform));
}

}  // namespace scpp
