#include "tree/partition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <ranges>
#include <utility>

#include "base/multiply.hpp"
#include "base/random.hpp"
#include "graph/eigenvectors.hpp"
#include "split/node.hpp"
#include "tree/borders.hpp"
#include "tree/explain.hpp"
#include "tree/leaf_labels.hpp"
#include "tree/learn_metric.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr double significant = 2;      // standard errors by which a candidate must be ahead of a simpler one
constexpr double clearly_less = 0.95;  // of 1 - Q: for a partition by eigenvectors, the least simple one
// With fewer rows in a cluster than a row has neighbours, the graph joins clusters: then there is the tree.
constexpr Index least_rows_each = 2 * neighbours_of_a_row;
constexpr Index most_teachers = 2000;  // rows that settle the metric, and by which borders are seen
constexpr Index most_columns = 200;    // beyond, neighbours are sought in so many principal components

// ---- distinct rows in an order of their own

/// Equal rows are one unit of their joint weight. Units stand in an order that does not depend on that of the
/// rows, nor on the scale of columns: sorted, then shuffled, so that any stretch of them is a random sample.
struct Units {
  std::vector<Index> row;            ///< the first row of each unit
  std::vector<std::int32_t> of_row;  ///< the unit of each row; -1 for rows of weight 0
  Vector weights;
};

Units units_of(const Scaled& scaled) {
  std::vector<Index> order;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (scaled.weights[row] > 0) order.push_back(row);
  const RowMatrix rows = gather(scaled, order);
  std::vector<Index> sorted(order.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  const auto begin = [&](Index i) { return rows.row(i).data(); };
  const auto less = [&](Index a, Index b) {
    return std::lexicographical_compare(begin(a), begin(a) + rows.cols(), begin(b), begin(b) + rows.cols());
  };
  std::stable_sort(sorted.begin(), sorted.end(), less);
  std::vector<std::vector<Index>> members;
  for (const Index i : sorted) {
    if (members.empty() || less(members.back().front(), i)) members.emplace_back();
    members.back().push_back(i);
  }
  Random random(0, 0);
  for (Index i = std::ssize(members) - 1; i > 0; --i) std::swap(members[i], members[random.below(i + 1)]);
  Units units{{}, std::vector<std::int32_t>(scaled.rows(), -1), Vector::Zero(members.size())};
  for (Index unit = 0; unit < std::ssize(members); ++unit) {
    units.row.push_back(order[members[unit].front()]);
    for (const Index i : members[unit]) {
      units.of_row[order[i]] = static_cast<std::int32_t>(unit);
      units.weights[unit] += scaled.weights[order[i]];
    }
  }
  return units;
}

// ---- candidates

struct CandidatePartition {
  Parts parts;
  bool is_tree = false;  ///< the paper's tree as it is
};

/// Candidates that cut through a cloud where another does not are out.
std::vector<CandidatePartition> without_cut_clouds(std::vector<CandidatePartition> candidates,
                                                   const Cloud& sample, Index clusters) {
  const Graph graph = neighbour_graph(sample.rows, sample.weights);
  std::vector<double> borders;
  for (const CandidatePartition& each : candidates) {
    const Parts parts(each.parts.begin(), each.parts.begin() + sample.rows.rows());
    borders.push_back(densest_border(sample.rows, sample.weights, graph, parts, clusters));
  }
  const double least = std::ranges::min(borders);
  std::vector<CandidatePartition> kept;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (!cuts_a_cloud(borders[i], least)) kept.push_back(std::move(candidates[i]));
  return kept;
}

/// The first candidate, simplest first, that is not significantly worse than the one of largest modularity: Q
/// is a sum over rows, so two candidates are compared by the paired differences of its terms.
Index chosen(const std::vector<CandidatePartition>& candidates, const Graph& graph, Index clusters,
             double resolution) {
  std::vector<Vector> q;
  for (const CandidatePartition& each : candidates)
    q.push_back(modularity_of_rows(graph, each.parts, clusters, resolution));
  Index best = 0;
  for (Index i = 1; i < std::ssize(q); ++i)
    if (q[i].sum() > q[best].sum()) best = i;
  for (Index i = 0; i < best; ++i) {
    const Vector ahead = q[best] - q[i];
    const double mean = ahead.mean(), rows = static_cast<double>(ahead.size());
    const double deviation = std::sqrt(std::max(0.0, ahead.squaredNorm() / rows - mean * mean));
    if (mean * std::sqrt(rows) <= significant * deviation) return i;
  }
  return best;
}

RowMatrix in_metric(const RowMatrix& rows, const RowMatrix& metric) {
  return multiply(view_of(rows), view_of(metric));
}

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

/// Where there are many columns, the leading principal components of the units.
std::optional<RowMatrix> leading_components(const RowMatrix& rows, const Vector& weights) {
  const Index count = std::min({most_columns, rows.rows() - 1, rows.cols()});
  if (rows.cols() <= most_columns || count < 2) return std::nullopt;
  const RowMatrix weighted = weights.cwiseSqrt().asDiagonal() * rows;  // means are 0 already
  if (rows.cols() <= rows.rows())
    return RowMatrix(principal_components(gram(view_of(weighted)), count).vectors);
  const Principal left = principal_components(gram(view_of(weighted).transposed()), count);
  RowMatrix basis = multiply(view_of(weighted).transposed(), view_of(left.vectors));
  for (auto column : basis.colwise())
    if (const double norm = column.norm(); norm > 0) column /= norm;
  return basis;
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
  std::vector<Node>& nodes = grown.tree.nodes;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].split) continue;
    std::vector<std::int32_t> child_of(nodes.size(), -1);  // the child that a node stands below
    for (std::size_t i = 0; i < nodes[node].children.size(); ++i)
      child_of[nodes[node].children[i]] = static_cast<std::int32_t>(i);
    for (std::size_t below = node + 1; below < nodes.size(); ++below)
      if (child_of[below] < 0) child_of[below] = child_of[nodes[below].parent];
    std::vector<Index> rows;
    Parts side;
    for (Index row = 0; row < std::ssize(grown.leaf_of_row); ++row)
      if (const auto child = child_of[grown.leaf_of_row[row]]; child >= 0) {
        rows.push_back(row);
        side.push_back(child);
      }
    nodes[node].split->neighbour_cut = NodeGraph(neighbours, rows, weights).normalised_cut(side);
  }
}

RowMatrix mapped_scatter(const RowMatrix& scatter, const Transform& transform) {
  if (!scatter.size() || !transform.metric) return scatter;
  const RowMatrix metric = view(*transform.metric);
  return metric.transpose() * scatter * metric;
}

/// Candidates in the metric, simplest first: the paper's tree, that tree with rows moved, communities, and
/// the eigenvectors' partition where it is asked for.
std::vector<CandidatePartition> candidates_in(const GrownTree& tree, const Graph& graph, const Taught& taught,
                                              Index clusters) {
  const auto refined = [&](Parts parts) {
    return moved(graph, std::move(parts), clusters, taught.judging.resolution);
  };
  std::vector<CandidatePartition> candidates;
  if (tree.tree.clusters() == clusters) {
    const std::vector<std::int32_t> label = label_of_node(tree.tree);
    Parts parts;
    for (const auto leaf : tree.leaf_of_row) parts.push_back(label[leaf]);
    candidates.push_back({parts, true});
    candidates.push_back({refined(std::move(parts))});
  }
  double resolution = taught.judging.resolution;
  candidates.push_back({refined(communities_of_number(graph, clusters, resolution))});
  const auto lost = [&](const CandidatePartition& each) {
    return 1 - modularity(graph, each.parts, clusters, taught.judging.resolution);
  };
  if (std::optional<Parts> parts = parts_by_eigenvectors(graph, clusters)) {
    CandidatePartition other{refined(*std::move(parts))};
    const double least = std::ranges::min(candidates | std::views::transform(lost));
    if (taught.judging.ask_eigenvectors || lost(other) < clearly_less * least)
      candidates.push_back(std::move(other));
  }
  return candidates;
}

Cloud first_rows(const Cloud& cloud, Index count) {
  count = std::min(count, cloud.rows.rows());
  return {cloud.rows.topRows(count), cloud.weights.head(count), cloud.scatter_inside};
}

}  // namespace

GrownTree grow_partition(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const Units units = units_of(scaled);
  const Index clusters = options.clusters, count = std::ssize(units.row);
  if (clusters < 2 || count < least_rows_each * clusters) return grow(scaled, {{}, {}}, options, watch);
  Cloud cloud{gather(scaled, units.row), units.weights, scaled.scatter_inside};
  const std::optional<RowMatrix> components = leading_components(cloud.rows, cloud.weights);
  if (components) {
    cloud.rows = in_metric(cloud.rows, *components);
    if (cloud.scatter_inside.size())
      cloud.scatter_inside = components->transpose() * cloud.scatter_inside * *components;
  }
  const Taught taught = learn_metric(first_rows(cloud, most_teachers), clusters);

  Transform transform = scaled.transform;
  if (taught.metric)
    transform =
        with_metric(scaled, units, components ? in_metric(*components, *taught.metric) : *taught.metric);
  const RowMatrix rows = gather({scaled.table, transform, scaled.weights, {}}, units.row);
  const Scaled of_units{TableView::row_major(rows.data(), count, rows.cols()),
                        {std::vector<double>(rows.cols(), 0.0), std::vector<double>(rows.cols(), 1.0), {}},
                        units.weights,
                        mapped_scatter(scaled.scatter_inside, transform)};
  if (taught.metric || !components) cloud.rows = rows;
  const NeighbourGraph neighbours = nearest_neighbours(cloud.rows, neighbours_of_a_row);
  const Graph graph = union_graph(neighbours, units.weights);

  GrownTree tree = grow(of_units, {{}, {}}, options, watch);
  const std::vector<CandidatePartition> candidates = without_cut_clouds(
      candidates_in(tree, graph, taught, clusters), first_rows(cloud, most_teachers), clusters);
  const CandidatePartition& best = candidates[chosen(candidates, graph, clusters, taught.judging.resolution)];
  std::optional<GrownTree> explained;
  if (!best.is_tree) explained = explain(of_units, best.parts, clusters, neighbours, graph, options, watch);
  if (explained)
    tree = *std::move(explained);
  else
    tell_cuts(tree, neighbours, units.weights);
  return on_rows(std::move(tree), units, std::move(transform));
}

}  // namespace scpp
