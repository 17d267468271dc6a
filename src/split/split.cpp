#include "split/split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/plain.hpp"
#include "spectral/bounds.hpp"
#include "spectral/squash.hpp"
#include "split/bandwidth.hpp"
#include "split/choose.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"
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

SplitFound assemble(const PreparedNode& node, const ColMatrix& start, Candidate best, const PursuitOptions& options) {
  SplitFound found;
  Split& split = found.split;
  split.centre = plain(node.mean);
  split.projection = plain(node.in_full_space(best.directions));
  split.start = plain(node.in_full_space(start));
  split.microclusters = plain(node.microclusters.centres);
  split.weights = plain(node.microclusters.weights);
  split.radii = plain(node.microclusters.radii);
  split.bounds = error_bounds(node, best, options);
  split.sigma = best.sigma;
  split.beta = best.beta;
  split.lambda2 = best.lambda;
  split.lambda3 = best.next_lambda;
  split.spread = plain(best.spread);
  split.stop = std::move(best.stop);
  split.stop_sentence = std::move(best.stop_sentence);
  split.trace = std::move(best.trace);
  found.child_of_row = child_of_row(best, node);
  split.side = std::move(best.sides.side);
  return found;
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
  const PreparedNode node = prepare_node(std::move(rows), weights, scatter_inside, options.microclusters, components);
  if (node.microclusters.size() < task.parts || !(node.principal.values[0] > 0))
    return CannotSplit{"fewer than " + std::to_string(task.parts) + " distinct rows"};

  std::vector<Candidate> candidates;
  std::vector<ColMatrix> begun_at;
  std::size_t evaluations = 0;
  for (const Start& start : starts(node.principal, options, task.quality, task.seed, task.node)) {
    Pursuit pursuit = pursue(node, start, options, task);
    evaluations += pursuit.evaluations;
    if (!pursuit.candidate) continue;
    candidates.push_back(*std::move(pursuit.candidate));
    begun_at.push_back(start.directions);
  }
  if (candidates.empty())
    return CannotSplit{"no split with at least " + rows_text(task.least_side) + " rows on each side, down to beta = " +
                       rows_text(options.beta_min)};
  const Choice choice = choose(candidates, node, task);
  SplitFound found = assemble(node, begun_at[choice.best], std::move(candidates[choice.best]), options.pursuit);
  found.split.evaluations = evaluations;
  found.split.candidates = static_cast<int>(candidates.size());
  found.split.neighbour_cut = choice.rating;
  found.split.stability = choice.stability;
  if (scatter_inside.size()) {  // a sketch does not keep the radii of its cells
    constexpr double unknown = std::numeric_limits<double>::infinity();
    found.split.bounds = {unknown, unknown};
  }
  return found;
}

}  // namespace scpp
