#include "rivals/graph_pairs.hpp"

#include <algorithm>

#include "rivals/cholesky.hpp"

namespace scpp {
namespace {

/// Eigenvectors matter only through k-means on their rows: with a residual of 1e-5 and this gap or a wider
/// one they are right to 10 %, which moves no row to another cluster's side.
constexpr double residual_allowed = 1e-5, gap_resolved = 1e-4;
constexpr int most_restarts = 10;

/// The inverse of shift - B spreads what crowds below 1; its largest eigenvalue is made 1. A gap of 1e-7 at 1
/// becomes 1e-2, far above the residual allowed; the condition, 2e5, leaves eleven digits of each solution.
constexpr double shift_above_one = 1e-5, inverse_residual_allowed = 1e-8;
constexpr int most_inverse_restarts = 30;
/// Eigenvalues below this are far from the shift: the inverse squeezes them together instead.
constexpr double crowd_begins = 0.9;

LeadingPairs pairs_by_inverse(const SimilarityGraph& graph, Index clusters) {
  const Cholesky factor(graph.shifted(1 + shift_above_one));
  LeadingPairs pairs =
      leading_pairs([&](const RowMatrix& x) { return RowMatrix(shift_above_one * factor.solve(x)); },
                    graph.count(), clusters, inverse_residual_allowed, most_inverse_restarts);
  pairs.values = 1 + shift_above_one - shift_above_one * pairs.values.array().inverse();
  return pairs;
}

}  // namespace

bool has_more_parts(const LeadingPairs& pairs, Index clusters) {
  return std::ssize(pairs.values) > clusters && pairs.values[clusters] > 1 - smallest_gap;
}

LeadingPairs graph_pairs(const SimilarityGraph& graph, Index clusters) {
  LeadingPairs pairs = leading_pairs([&](const RowMatrix& x) { return graph.multiply(x); }, graph.count(),
                                     clusters, residual_allowed, most_restarts);
  const bool whole = std::ssize(pairs.values) <= clusters;
  const bool resolved =
      pairs.converged && (whole || pairs.values[clusters - 1] - pairs.values[clusters] > gap_resolved);
  const bool crowded = pairs.values[std::min(clusters, pairs.values.size()) - 1] > crowd_begins;
  if (resolved || !crowded || has_more_parts(pairs, clusters)) return pairs;
  return pairs_by_inverse(graph, clusters);
}

}  // namespace scpp
