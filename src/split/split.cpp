#include "split/split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/plain.hpp"
#include "spectral/bounds.hpp"
#include "spectral/squash.hpp"
#include "split/bandwidth.hpp"
#include "split/choose.hpp"
#include "split/contenders.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"
#include "split/smooth.hpp"
#include "split/start.hpp"

namespace scpp {
namespace {

ErrorBounds error_bounds(const PreparedNode& node, const Candidate& best, const PursuitOptions& options) {
  const Squash squash(options.delta);
  RowMatrix t(best.directions.cols(), node.data.centres.rows());
  for (Index i = 0; i < t.rows(); ++i)
    for (Index j = 0; j < t.cols(); ++j)
      t(i, j) = squash(node.data.centres.row(j).dot(best.directions.col(i)), best.beta * best.spread[i]).t;
  const Vector& radii = node.microclusters.radii;
  return {bound_at_projection(options.kernel, t, radii, best.sigma),
          uniform_bound(options.kernel, radii, node.diameter_bound, best.sigma)};
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
  split.stop = std::move(best.stop);
  split.stop_sentence = std::move(best.stop_sentence);
  split.trace = std::move(best.trace);
  split.neighbour_cut = sides.cut;
  found.child_of_row = std::move(sides.child_of_row);
  split.side = std::move(sides.side);
  return found;
}

// With several contenders a search need not end at the very minimum: the graph settles the border, and what matters is
// to be in the right valley. docs/quality.md has the effect of 8, 15 and 50 steps.
constexpr int steps_of_a_contender = 15;

SplitOptions quick(SplitOptions options, const SplitTask& task) {
  if (task.graph) options.pursuit.max_steps = std::min(options.pursuit.max_steps, steps_of_a_contender);
  return options;
}

std::vector<Start> starts_for(const PreparedNode& node, const SplitOptions& options, const SplitTask& task) {
  std::vector<Start> result = paper_starts(node.principal, options, task.seed, task.node);
  if (!task.graph) return result;
  const ColMatrix smooth = task.further.smooth > 0 ? smooth_directions(node, *task.graph) : ColMatrix();
  for (Start& start : further_starts(task.further, node.principal, smooth, options)) result.push_back(std::move(start));
  return result;
}

/// The judge is the graph; without one it is the objective.
Choice choose_among(const std::vector<Contender>& contenders, const Vector& weights, const SplitTask& task) {
  std::vector<double> ratings;
  std::vector<const Parts*> proposals;
  for (const Contender& contender : contenders) {
    ratings.push_back(task.graph ? contender.sides.cut : contender.candidate.value);
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

std::variant<SplitFound, CannotSplit> split_rows(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside,
                                                 const SplitOptions& options, const SplitTask& task) {
  if (weights.sum() < static_cast<double>(task.parts) * std::max(task.least_side, 1.0))
    return CannotSplit{"too few rows: each part needs at least " + rows_text(std::max(task.least_side, 1.0))};
  const Index components = std::max<Index>(most_kaiser_components, options.pursuit.dimensions);
  const RowMatrix untold;
  const PreparedNode node = prepare_node(std::move(rows), weights, scatter_inside, options.microclusters, components,
                                         task.products ? *task.products : untold);
  if (std::ssize(node.microclusters) < task.parts || !(node.principal.values[0] > 0))
    return CannotSplit{"fewer than " + std::to_string(task.parts) + " distinct rows"};

  Contenders contenders = search_all(node, weights, starts_for(node, options, task), quick(options, task), task);
  if (contenders.found.empty())
    return CannotSplit{"no split with at least " + rows_text(task.least_side) + " rows on each side, down to beta = " +
                       rows_text(options.beta_min)};
  const Choice choice = choose_among(contenders.found, weights, task);
  SplitFound found = assemble(node, std::move(contenders.found[choice.best]), options.pursuit);
  found.split.evaluations = contenders.evaluations;
  found.split.candidates = static_cast<int>(contenders.found.size());
  found.split.stability = choice.stability;
  if (scatter_inside.size()) {  // a sketch does not keep the radii of its cells
    constexpr double unknown = std::numeric_limits<double>::infinity();
    found.split.bounds = {unknown, unknown};
  }
  return found;
}

}  // namespace scpp
