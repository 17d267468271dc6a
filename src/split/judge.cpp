#include "split/judge.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "micro/distances.hpp"
#include "micro/kmeans.hpp"

namespace scpp {

// ---- refinement

double lighter_side(const std::vector<std::int32_t>& side, const Vector& weights) {
  double total[2] = {0, 0};
  for (Index i = 0; i < std::ssize(side); ++i) total[side[i]] += weights[i];
  return std::min(total[0], total[1]);
}

namespace {

using Sides = std::vector<std::int32_t>;

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
  const std::vector<Index> kept = drop_empty(sides.microclusters.membership, std::ssize(sides.side));
  sides.microclusters.centres = sides.microclusters.centres(kept, Eigen::all).eval();
  Sides of_kept;
  for (const Index cluster : kept) of_kept.push_back(sides.side[cluster]);
  sides.side = std::move(of_kept);
}

/// What follows from every row's nearest centre.
void set_members(RuledSides& sides, const RowMatrix& rows, const Vector& weights,
                 std::vector<std::int32_t> nearest) {
  Microclusters& clusters = sides.microclusters;
  clusters.membership = std::move(nearest);
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
}

/// By the rule that new rows meet, too.
void apply_rule(RuledSides& sides, const RowMatrix& rows, const Vector& weights) {
  set_members(sides, rows, weights, NearestCentre(sides.microclusters.centres).find_all(rows));
}

/// Known sides of rows, and centres that are to give them by the nearest one.
class RuleOfSides {
 public:
  RuleOfSides(const Sides& sides, const RowMatrix& rows, RuledSides begun)
      : sides_(sides),
        rows_(rows),
        rule_(std::move(begun)),
        is_centre_(rows.rows(), false),
        squared_(Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity())),
        given_(rows.rows(), 0) {
    nearest_ = meet(rule_.microclusters.centres, rule_.side);
  }

  /// Rows on the wrong side become centres, until there are none or enough; of `wrong` it is known already.
  void correct(std::vector<Index> wrong) {
    for (; !wrong.empty() && left_ > 0; wrong = misruled(given_)) {
      nearest_.reset();
      if (std::ssize(wrong) > left_) wrong.resize(left_);
      left_ -= std::ssize(wrong);
      const RowMatrix more = rows_(wrong, Eigen::all);
      Sides sides_of_more;
      for (const Index row : wrong) {
        is_centre_[row] = true;
        sides_of_more.push_back(sides_[row]);
      }
      RowMatrix& centres = rule_.microclusters.centres;
      centres.conservativeResize(centres.rows() + more.rows(), Eigen::NoChange);
      centres.bottomRows(more.rows()) = more;
      rule_.side.insert(rule_.side.end(), sides_of_more.begin(), sides_of_more.end());
      meet(more, sides_of_more);
    }
  }

  /// Those that are centres already nearly equal a row of the other side.
  std::vector<Index> misruled(const Sides& given) const {
    std::vector<Index> wrong;
    for (Index row = 0; row < rows_.rows(); ++row)
      if (given[row] != sides_[row] && !is_centre_[row]) wrong.push_back(row);
    return wrong;
  }

  /// Every row belongs to the nearest of all centres.
  void apply(const Vector& weights) {
    if (nearest_)
      set_members(rule_, rows_, weights, *std::exchange(nearest_, std::nullopt));
    else
      apply_rule(rule_, rows_, weights);
  }

  const Sides& given() const { return given_; }
  RuledSides& rule() { return rule_; }
  bool is_done(const std::vector<Index>& wrong) const { return wrong.empty() || left_ == 0; }

 private:
  // Where more would be needed, the border runs through a cloud, and the model would be a copy of the table.
  static constexpr Index rows_for_a_centre = 10;

  std::vector<std::int32_t> meet(const RowMatrix& centres, const Sides& sides) {
    std::vector<std::int32_t> nearest = NearestCentre(centres).find_all(rows_);
    for (Index row = 0; row < rows_.rows(); ++row) {
      const double squared =
          squared_distance(rows_.row(row).data(), centres.row(nearest[row]).data(), rows_.cols());
      if (!(squared < squared_[row])) continue;
      squared_[row] = squared;
      given_[row] = sides[nearest[row]];
    }
    return nearest;
  }

  const Sides& sides_;
  const RowMatrix& rows_;
  RuledSides rule_;
  std::vector<char> is_centre_;
  Index left_ = rows_.rows() / rows_for_a_centre;     // centres that may still be added
  Vector squared_;                                    // distance to the nearest centre
  Sides given_;                                       // its side
  std::optional<std::vector<std::int32_t>> nearest_;  // of every row, where they are those of all centres
};

}  // namespace

RuledSides ruled_by(const std::vector<std::int32_t>& sides, const Microclusters& microclusters,
                    const RowMatrix& rows, const Vector& weights) {
  RuleOfSides rule(sides, rows, divided(microclusters, sides, rows, weights));
  std::vector<Index> wrong = rule.misruled(rule.given());
  do {  // centres at the same distance may be told apart otherwise by those who look at all of them
    rule.correct(std::move(wrong));
    rule.apply(weights);
    wrong = rule.misruled(rule.rule().child_of_row);
  } while (!rule.is_done(wrong));
  return std::move(rule.rule());
}

RuledSides refine(RuledSides begun, const RowMatrix& rows, const Vector& weights, const NodeGraph& graph,
                  double least_side) {
  while (true) {  // ends because the cut falls each time, and there are only so many partitions
    const Sides moved = move_rows(begun.child_of_row, weights, graph, least_side);
    if (moved == begun.child_of_row) return begun;
    RuledSides next = divided(begun.microclusters, moved, rows, weights);
    apply_rule(next, rows, weights);
    next.cut = graph.normalised_cut(next.child_of_row);
    if (!(*next.cut < *begun.cut) || lighter_side(next.child_of_row, weights) < least_side) return begun;
    begun = std::move(next);
  }
}

// ---- the choice

namespace {

/// The sum of each proposal's agreements with the others.
Vector support_of(const std::vector<const Parts*>& proposals, const Vector& weights, Index parts) {
  Vector support = Vector::Zero(proposals.size());
  for (Index i = 0; i < std::ssize(proposals); ++i)
    for (Index j = 0; j < i; ++j) {
      const double agree = agreement(*proposals[i], *proposals[j], weights, parts);
      support[i] += agree;
      support[j] += agree;
    }
  return support;
}

}  // namespace

double pairs_among(double count) { return count * (count - 1) / 2; }

double adjusted_rand_index(double together, double in_a, double in_b, double all) {
  const double expected = all != 0 ? in_a * in_b / all : 0, most = (in_a + in_b) / 2;
  return most > expected ? (together - expected) / (most - expected) : 1.0;
}

double agreement(const Parts& a, const Parts& b, const Vector& weights, Index parts) {
  assert(a.size() == b.size() && std::ssize(a) == weights.size());
  RowMatrix table = RowMatrix::Zero(parts, parts);
  for (Index i = 0; i < std::ssize(a); ++i) table(a[i], b[i]) += weights[i];
  double together = 0, in_a = 0, in_b = 0;
  for (const double count : table.reshaped()) together += pairs_among(count);
  for (Index part = 0; part < parts; ++part) {
    in_a += pairs_among(table.row(part).sum());
    in_b += pairs_among(table.col(part).sum());
  }
  return adjusted_rand_index(together, in_a, in_b, pairs_among(weights.sum()));
}

Choice choose(const std::vector<double>& ratings, const std::vector<const Parts*>& proposals,
              const Vector& weights, Index parts, double near) {
  assert(!ratings.empty() && ratings.size() == proposals.size());
  Choice choice;
  choice.best = std::min_element(ratings.begin(), ratings.end()) - ratings.begin();
  if (std::ssize(ratings) < 2) return choice;
  const Vector support = support_of(proposals, weights, parts);
  const double limit = (1 + near) * ratings[choice.best];
  constexpr double rounding = 1e-9;  // agreements of equal partitions are added up in another order
  for (Index i = 0; i < std::ssize(ratings); ++i) {
    const double more = support[i] - support[choice.best];
    if (ratings[i] <= limit && more > rounding) choice.best = i;
  }
  choice.stability = support[choice.best] / static_cast<double>(ratings.size() - 1);
  return choice;
}

}  // namespace scpp
