#include "split/refine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "micro/distances.hpp"

namespace scpp {
namespace {

using Sides = std::vector<std::int32_t>;

double lighter_side(const Sides& side, const Vector& weights) {
  double total[2] = {0, 0};
  for (Index i = 0; i < std::ssize(side); ++i) total[side[i]] += weights[i];
  return std::min(total[0], total[1]);
}

/// All rows move at once, so that their order does not matter.
Sides move_rows(Sides side, const Vector& weights, const NodeGraph& graph, double least_side) {
  NodeGraph::Vote vote = graph.vote(side);
  while (vote.majority != side && lighter_side(vote.majority, weights) >= least_side) {
    NodeGraph::Vote next = graph.vote(vote.majority);
    if (!(next.cut < vote.cut)) break;
    side = std::exchange(vote, std::move(next)).majority;
  }
  return side;
}

/// Each microcluster's rows of either side with their mean as centre.
RuledSides divided(const Microclusters& whole, const Sides& side, const RowMatrix& rows,
                   const Vector& weights) {
  std::vector<double> total(2 * whole.size(), 0.0);
  RowMatrix sums = RowMatrix::Zero(2 * whole.size(), rows.cols());
  for (Index i = 0; i < std::ssize(side); ++i) {
    const Index part = 2 * whole.membership[i] + side[i];
    total[part] += weights[i];
    sums.row(part) += weights[i] * rows.row(i);
  }
  RuledSides result;
  const Index parts = std::count_if(total.begin(), total.end(), [](double weight) { return weight > 0; });
  result.microclusters.centres.resize(parts, rows.cols());
  for (Index part = 0, kept = 0; part < sums.rows(); ++part) {
    if (!(total[part] > 0)) continue;
    result.microclusters.centres.row(kept++) = sums.row(part) / total[part];
    result.side.push_back(static_cast<std::int32_t>(part % 2));
  }
  return result;
}

/// Centres that no row is nearest to are left out, which changes no row's nearest.
void drop_empty_centres(RuledSides& sides) {
  Microclusters& clusters = sides.microclusters;
  std::vector<std::int32_t> number(sides.side.size(), -1);
  std::int32_t kept = 0;
  for (const auto cluster : clusters.membership) number[cluster] = 0;
  for (Index cluster = 0; cluster < std::ssize(number); ++cluster) {
    if (number[cluster] < 0) continue;
    clusters.centres.row(kept) = clusters.centres.row(cluster).eval();
    sides.side[kept] = sides.side[cluster];
    number[cluster] = kept++;
  }
  clusters.centres.conservativeResize(kept, Eigen::NoChange);
  sides.side.resize(kept);
  for (auto& cluster : clusters.membership) cluster = number[cluster];
}

/// Membership and what follows from it, by the rule that new rows meet, too.
void apply_rule(RuledSides& sides, const RowMatrix& rows, const Vector& weights, const NodeGraph& graph) {
  Microclusters& clusters = sides.microclusters;
  clusters.membership = NearestCentre(clusters.centres).find_all(rows);
  drop_empty_centres(sides);
  clusters.weights = Vector::Zero(clusters.size());
  clusters.radii = Vector::Zero(clusters.size());
  sides.child_of_row.clear();
  for (Index row = 0; row < rows.rows(); ++row) {
    const Index cluster = clusters.membership[row];
    const double squared =
        squared_distance(rows.row(row).data(), clusters.centres.row(cluster).data(), rows.cols());
    clusters.weights[cluster] += weights[row];
    clusters.radii[cluster] = std::max(clusters.radii[cluster], std::sqrt(squared));
    sides.child_of_row.push_back(sides.side[cluster]);
  }
  sides.cut = graph.normalised_cut(sides.child_of_row);
}

}  // namespace

RuledSides refine(RuledSides begun, const RowMatrix& rows, const Vector& weights, const NodeGraph& graph,
                  double least_side) {
  while (true) {  // ends because the cut falls each time, and there are only so many partitions
    const Sides moved = move_rows(begun.child_of_row, weights, graph, least_side);
    if (moved == begun.child_of_row) return begun;
    RuledSides next = divided(begun.microclusters, moved, rows, weights);
    apply_rule(next, rows, weights, graph);
    if (!(next.cut < begun.cut) || lighter_side(next.child_of_row, weights) < least_side) return begun;
    begun = std::move(next);
  }
}

}  // namespace scpp
