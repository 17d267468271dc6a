#include "split/split.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "spectral/laplacian.hpp"
#include "spectral/projection.hpp"
#include "split/judge.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"
#include "split/start.hpp"

namespace scpp {
namespace {

// ---- several searches in one node, each with what the judge makes of it

struct Contender {
  Candidate candidate;
  ColMatrix begun_at;  ///< the start of its search
  RuledSides sides;    ///< refined; without a graph as the search left them, and without a cut
};

struct Contenders {
  std::vector<Contender> found;  ///< in the order of the starts; those without a balanced split are left out
  Index evaluations = 0;
};

RuledSides sides_of(const Candidate& candidate, const PreparedNode& node, const Vector& weights,
                    const SplitTask& task) {
  RuledSides sides{node.microclusters, candidate.sides.side, {}, {}};
  sides.child_of_row.reserve(node.microclusters.membership.size());
  for (const auto cluster : node.microclusters.membership)
    sides.child_of_row.push_back(candidate.sides.side[cluster]);
  if (!task.graph) return sides;
  sides.cut = task.graph->normalised_cut(sides.child_of_row);
  return refine(std::move(sides), *node.centred, weights, *task.graph, task.least_side);
}

/// Follows every start, in parallel when there are several. task.watch is called from the calling thread
/// only.
Contenders search_all(const PreparedNode& node, const Vector& weights, const std::vector<Start>& starts,
                      const SplitOptions& options, const SplitTask& task) {
  CallerOnly caller;
  SplitTask shared = task;
  shared.watch = [&](double beta, double lambda2, Index evaluations) {
    caller([&] {
      if (task.watch) task.watch(beta, lambda2, evaluations);
    });
  };
  std::vector<std::optional<Contender>> found(starts.size());
  std::vector<Index> evaluations(starts.size(), 0);
  try {
    parallel_each(starts.size(), [&](Index at) {
      Pursuit pursuit = pursue(node, starts[at], options, shared);
      evaluations[at] = pursuit.evaluations;
      if (!pursuit.candidate) return;
      RuledSides sides = sides_of(*pursuit.candidate, node, weights, task);
      found[at] = Contender{*std::move(pursuit.candidate), starts[at].directions, std::move(sides)};
    });
  } catch (...) {
    caller.rethrow();
    throw;
  }
  Contenders result;
  for (const Index count : evaluations) result.evaluations += count;
  for (auto& contender : found)
    if (contender) result.found.push_back(*std::move(contender));
  return result;
}

// ---- the split

std::optional<double> if_finite(double bound) {
  return std::isfinite(bound) ? std::optional(bound) : std::nullopt;
}

ErrorBounds error_bounds(const PreparedNode& node, const Candidate& best, const PursuitOptions& options) {
  const Squash squash(options.delta);
  RowMatrix t(best.directions.cols(), node.data.centres.rows());
  for (Index i = 0; i < t.rows(); ++i)
    for (Index j = 0; j < t.cols(); ++j)
      t(i, j) = squash(node.data.centres.row(j).dot(best.directions.col(i)), best.beta * best.spread[i]).t;
  const Vector& radii = node.microclusters.radii;
  return {if_finite(bound_at_projection(options.kernel, t, radii, best.sigma)),
          if_finite(uniform_bound(options.kernel, radii, node.diameter_bound, best.sigma))};
}

SplitFound assemble(const PreparedNode& node, Contender chosen, const PursuitOptions& options) {
  SplitFound found;
  Split& split = found.split;
  Candidate& best = chosen.candidate;
  RuledSides& sides = chosen.sides;
  split.centre = plain(node.mean);
  split.projection = plain(node.in_full_space(best.directions));
  split.start = plain(node.in_full_space(chosen.begun_at));
  split.microclusters = plain(sides.microclusters.centres);
  split.weights = plain(sides.microclusters.weights);
  split.radii = plain(sides.microclusters.radii);
  split.bounds = error_bounds(node, best, options);
  split.sigma = best.sigma;
  split.beta = best.beta;
  split.lambda2 = best.lambda;
  split.lambda3 = best.next_lambda;
  split.spread = plain(best.spread);
  split.stop = best.stop;
  split.stop_sentence = std::move(best.stop_sentence);
  split.trace = std::move(best.trace);
  split.neighbour_cut = sides.cut;
  found.child_of_row = std::move(sides.child_of_row);
  split.side = std::move(sides.side);
  return found;
}

// With several contenders a search need not end at the very minimum: the graph settles the border, and what
// matters is to be in the right valley. research/notes/quality.md has the effect of 8, 15 and 50 steps.
constexpr int steps_of_a_contender = 15;

// Where the sides are given, microclusters need not find them: the plane shows them, and those that rows of
// both sides share are divided. So half as many do, unless they stand for single rows, and they lie as the
// rows do (research/notes/partition.md).
Index microclusters_of_given_sides(Index rows, const SplitOptions& options) {
  return rows <= options.microclusters ? rows : (options.microclusters + 1) / 2;
}

SplitOptions quick(SplitOptions options, const SplitTask& task) {
  if (task.graph) options.pursuit.max_steps = std::min(options.pursuit.max_steps, steps_of_a_contender);
  return options;
}

std::vector<Start> starts_for(const PreparedNode& node, const SplitOptions& options, const SplitTask& task) {
  std::vector<Start> result = paper_starts(node.principal, options, task.seed, task.node);
  if (!task.graph) return result;
  const ColMatrix projections =
      task.further.locality_preserving > 0 ? locality_preserving_projections(node, *task.graph) : ColMatrix();
  for (Start& start : further_starts(task.further, node.principal, projections, options))
    result.push_back(std::move(start));
  return result;
}

/// The judge is the graph; without one it is the objective.
Choice choose_among(const std::vector<Contender>& contenders, const Vector& weights, const SplitTask& task) {
  std::vector<double> ratings;
  std::vector<const Parts*> proposals;
  for (const Contender& contender : contenders) {
    ratings.push_back(task.graph ? *contender.sides.cut : contender.candidate.value);
    proposals.push_back(&contender.sides.child_of_row);
  }
  return choose(ratings, proposals, weights, task.parts, task.graph ? near_equal_cuts : 0);
}

std::string rows_text(double rows) {
  std::string text = std::to_string(rows);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::variant<SplitFound, WhyLeaf> split_rows(RowMatrix rows, const Vector& weights,
                                             const RowMatrix& scatter_inside, const SplitOptions& options,
                                             const SplitTask& task) {
  if (weights.sum() < static_cast<double>(task.parts) * std::max(task.least_side, 1.0))
    return WhyLeaf{LeafReason::too_few_rows,
                   "too few rows: each part needs at least " + rows_text(std::max(task.least_side, 1.0))};
  const Index components = std::max<Index>(most_kaiser_components, options.pursuit.dimensions);
  const RowMatrix no_gram;
  const PreparedNode node = prepare_node(std::move(rows), weights, scatter_inside, options.microclusters,
                                         components, task.gram ? *task.gram : no_gram);
  if (std::ssize(node.microclusters) < task.parts || !(node.principal.values[0] > 0))
    return WhyLeaf{LeafReason::too_few_distinct_rows,
                   "fewer than " + std::to_string(task.parts) + " distinct rows"};

  Contenders contenders =
      search_all(node, weights, starts_for(node, options, task), quick(options, task), task);
  if (contenders.found.empty())
    return WhyLeaf{LeafReason::no_balanced_split,
                   "no split with at least " + rows_text(task.least_side) +
                       " rows on each side, down to beta = " + rows_text(options.beta_min)};
  const Choice choice = choose_among(contenders.found, weights, task);
  SplitFound found = assemble(node, std::move(contenders.found[choice.best]), options.pursuit);
  found.split.evaluations = contenders.evaluations;
  found.split.candidates = static_cast<int>(contenders.found.size());
  found.split.stability = choice.stability;
  if (scatter_inside.size()) found.split.bounds = {};  // a sketch does not keep the radii of its cells
  return found;
}

std::optional<SplitFound> split_as(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside,
                                   const std::vector<std::int32_t>& sides, const SplitOptions& options,
                                   const SplitTask& task) {
  const Index components = std::max<Index>(most_kaiser_components, options.pursuit.dimensions);
  const Index microclusters = microclusters_of_given_sides(std::ssize(sides), options);
  const PreparedNode node =
      prepare_node(std::move(rows), weights, scatter_inside, microclusters, components, {}, Seeds::evenly);
  if (std::ssize(node.microclusters) < 2 || !(node.principal.values[0] > 0)) return std::nullopt;
  const Start start = discriminant_start(node, weights, sides, options);
  SplitOptions quickly = options;
  quickly.pursuit.max_steps = std::min(options.pursuit.max_steps, steps_of_a_contender);
  SplitTask balanced = task;
  balanced.least_side = lighter_side(sides, weights) / 2;
  Pursuit pursuit = pursue(node, start, quickly, balanced);
  if (!pursuit.candidate) {  // the search leaves for other sides: the plane of the discriminant itself, or
                             // nearly
    quickly.pursuit.max_steps = 1;
    balanced.least_side = 0;
    pursuit = pursue(node, start, quickly, balanced);
  }
  if (!pursuit.candidate) return std::nullopt;
  RuledSides ruled = ruled_by(sides, node.microclusters, *node.centred, weights);
  SplitFound found =
      assemble(node, {*std::move(pursuit.candidate), start.directions, std::move(ruled)}, options.pursuit);
  found.split.evaluations = pursuit.evaluations;
  if (scatter_inside.size()) found.split.bounds = {};  // a sketch does not keep the radii of its cells
  return found;
}

}  // namespace scpp
