#pragma once
// The leading eigenpairs of a graph, also where eigenvalues crowd near 1, as they do at small sigma.
#include "rivals/leading_pairs.hpp"
#include "rivals/similarity_graph.hpp"

namespace scpp {

/// Below this gap after the K-th eigenvalue its eigenvectors are any basis of a larger space: the
/// similarities that enter the graph are right to some 1e-7.
constexpr double smallest_gap = 1e-7;

/// Of D^-1/2 A D^-1/2. Not converged, but with values[clusters] above 1 - smallest_gap, when the graph has
/// more than `clusters` parts.
LeadingPairs graph_pairs(const SimilarityGraph& graph, Index clusters);

/// The graph has more than `clusters` parts: Ritz values lie below the eigenvalues, and these below 1.
bool has_more_parts(const LeadingPairs& pairs, Index clusters);

}  // namespace scpp
