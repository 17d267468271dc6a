#include "split/contenders.hpp"

#include <optional>
#include <utility>

#include "base/caller_only.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

RuledSides sides_of(const Candidate& candidate, const PreparedNode& node, const Vector& weights,
                    const SplitTask& task) {
  RuledSides sides{node.microclusters, candidate.sides.side, {}, -1};
  sides.child_of_row.reserve(node.microclusters.membership.size());
  for (const auto cluster : node.microclusters.membership)
    sides.child_of_row.push_back(candidate.sides.side[cluster]);
  if (!task.graph) return sides;
  sides.cut = task.graph->normalised_cut(sides.child_of_row);
  return refine(std::move(sides), *node.centred, weights, *task.graph, task.least_side);
}

}  // namespace

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
    parallel_blocks(starts.size(), 1, [&](Index begin, Index) {
      const auto at = begin;
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

}  // namespace scpp
