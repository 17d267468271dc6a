#include "split/choose.hpp"

namespace scpp {
namespace {

double pairs(double count) { return count * (count - 1) / 2; }

/// Adjusted Rand index (Hubert and Arabie) of two partitions of the microclusters, each counted with its rows.
double agreement(const Partition& a, const Partition& b, const Vector& weights) {
  RowMatrix table = RowMatrix::Zero(static_cast<Index>(a.weights.size()), static_cast<Index>(b.weights.size()));
  for (Index j = 0; j < weights.size(); ++j)
    table(a.side[static_cast<std::size_t>(j)], b.side[static_cast<std::size_t>(j)]) += weights[j];
  double together = 0, in_a = 0, in_b = 0;
  for (const double count : table.reshaped()) together += pairs(count);
  for (const double count : a.weights) in_a += pairs(count);
  for (const double count : b.weights) in_b += pairs(count);
  const double expected = in_a * in_b / pairs(weights.sum()), most = (in_a + in_b) / 2;
  return most > expected ? (together - expected) / (most - expected) : 1.0;
}

}  // namespace

std::vector<std::int32_t> child_of_row(const Candidate& candidate, const PreparedNode& node) {
  std::vector<std::int32_t> children;
  children.reserve(node.microclusters.membership.size());
  for (const auto cluster : node.microclusters.membership)
    children.push_back(candidate.sides.side[static_cast<std::size_t>(cluster)]);
  return children;
}

Choice choose(const std::vector<Candidate>& candidates, const PreparedNode& node, const SplitTask& task) {
  Choice choice;
  double least = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double rating = task.judge ? task.judge(child_of_row(candidates[i], node)) : candidates[i].value;
    if (i == 0 || rating < least) {
      choice.best = i;
      least = rating;
    }
  }
  if (task.judge) choice.rating = least;
  if (candidates.size() < 2) return choice;
  double sum = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (i != choice.best) sum += agreement(candidates[choice.best].sides, candidates[i].sides, node.data.weights);
  choice.stability = sum / static_cast<double>(candidates.size() - 1);
  return choice;
}

}  // namespace scpp
