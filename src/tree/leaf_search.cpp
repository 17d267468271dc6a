#include "tree/leaf_search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "graph/neighbours.hpp"
#include "micro/microclusters.hpp"

namespace scpp {

LeafSearch::LeafSearch(const Scaled& scaled, const Judge& judge, const FitOptions& options)
    : scaled_(scaled), judge_(judge), options_(options), total_(scaled.weights.sum()) {}

void LeafSearch::take_products(const std::vector<Index>& rows) {
  if (scaled_.columns() <= std::ssize(rows)) return;
  products_ = gram_matrix(gather(scaled_, rows));
  place_.assign(scaled_.rows(), 0);
  for (Index i = 0; i < std::ssize(rows); ++i) place_[rows[i]] = i;
}

RowMatrix LeafSearch::products_among(const std::vector<Index>& rows) const {
  if (!products_.size()) return {};
  std::vector<Index> places;
  for (const Index row : rows) places.push_back(place_[row]);
  return products_(places, places);
}

Index LeafSearch::parts() const { return options_.method == Method::kway ? options_.clusters : 2; }

Index LeafSearch::at_once(Index leaves) const {
  const Index threads = threads_at_hand();
  // With a judge the threads can share the starts of one leaf, until there are leaves enough for all of them.
  if (judge_.neighbours.count > 0 && leaves < threads) return 1;
  return std::min(leaves, threads);
}

std::vector<LeafSplit> LeafSearch::search(const std::vector<LeafToSearch>& leaves,
                                          const LeafReport& report) const {
  CallerOnly caller;
  const LeafReport from_caller = [&](Stage stage, int node, double beta, double lambda2, Index evaluations) {
    caller([&] { report(stage, node, beta, lambda2, evaluations); });
  };
  std::vector<LeafSplit> found(leaves.size());
  try {
    parallel_each(leaves.size(), [&](Index at) { found[at] = search(leaves[at], from_caller); });
  } catch (...) {
    caller.rethrow();
    throw;
  }
  return found;
}

LeafSplit LeafSearch::search(const LeafToSearch& leaf, const LeafReport& report) const {
  Vector weights(leaf.rows.size());
  for (Index i = 0; i < std::ssize(weights); ++i) weights[i] = scaled_.weights[leaf.rows[i]];
  report(Stage::microclusters, leaf.node, 0, 0, 0);
  RowMatrix members = gather(scaled_, leaf.rows);
  SplitTask task = task_for(leaf.node, report);
  std::optional<NodeGraph> graph;
  if (judge_.neighbours.count > 0) task.graph = &graph.emplace(judge_.neighbours, leaf.rows, scaled_.weights);
  const RowMatrix products = products_among(leaf.rows);
  task.gram = &products;
  return split_rows(std::move(members), weights, scaled_.scatter_inside, options_.split, task);
}

SplitTask LeafSearch::task_for(int node, const LeafReport& report) const {
  SplitTask task;
  task.node = node;
  task.parts = parts();
  task.least_side = options_.split.balance * total_ / options_.most_clusters();
  task.method = options_.method;
  task.further = judge_.further;
  task.seed = options_.seed;
  task.watch = [&report, node](double beta, double lambda2, Index evaluations) {
    report(Stage::pursuit, node, beta, lambda2, evaluations);
  };
  return task;
}

}  // namespace scpp
