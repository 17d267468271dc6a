#include "rivals/spectral_clustering.hpp"

#include <algorithm>
#include <cstdio>

#include "rivals/components.hpp"
#include "rivals/graph_pairs.hpp"
#include "rivals/row_kmeans.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

std::string short_number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void normalise_rows(RowMatrix& rows) {
  for (auto row : rows.rowwise())
    if (const double norm = row.norm(); norm > 0) row /= norm;
}

std::string trouble_with(const LeadingPairs& pairs, Index clusters) {
  const bool ends_in_a_gap = std::ssize(pairs.values) <= clusters ||
                             pairs.values[clusters - 1] - pairs.values[clusters] >= smallest_gap;
  if (has_more_parts(pairs, clusters) || (pairs.converged && !ends_in_a_gap))
    return "eigenvalues " + std::to_string(clusters) + " and " + std::to_string(clusters + 1) +
           " are equal, so the eigenvectors are not determined";
  if (!pairs.converged)
    return "the eigenvectors did not converge (residual " + short_number("%.1e", pairs.residual) + ")";
  if (pairs.values.cwiseAbs().head(clusters).minCoeff() < smallest_gap)
    return "eigenvalue " + std::to_string(clusters) + " is zero, so the eigenvectors are not determined";
  return {};
}

}  // namespace

std::string sigma_name(double sigma) { return short_number("sigma = %g", sigma); }

SpectralCandidate cluster_graph(const SimilarityGraph& graph, Index clusters, std::string scale,
                                RowMatrix* embedding) {
  SpectralCandidate candidate;
  candidate.scale = std::move(scale);
  const LeadingPairs pairs = graph_pairs(graph, clusters);
  if (embedding) *embedding = pairs.vectors;
  candidate.trouble = trouble_with(pairs, clusters);
  if (!candidate.usable()) return candidate;
  RowMatrix rows = graph.directions(pairs.vectors * pairs.values.head(clusters).cwiseInverse().asDiagonal());
  normalise_rows(rows);
  RowClusters found = cluster_rows(rows, clusters);
  candidate.labels = std::move(found.labels);
  candidate.distortion = found.distortion;
  return candidate;
}

std::vector<SpectralCandidate> spectral_candidates(const RowMatrix& rows, Index clusters,
                                                   const StageWatch& watch) {
  watch("distances");
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  std::vector<SpectralCandidate> candidates;
  for (const double sigma : sigmas_tried) {
    watch(sigma_name(sigma));
    graph.set_sigma(sigma);
    candidates.push_back(cluster_graph(graph, clusters, sigma_name(sigma)));
  }
  watch("local scaling");
  graph.set_local_scaling();
  candidates.push_back(cluster_graph(graph, clusters, "local scaling"));
  return candidates;
}

std::vector<SpectralCandidate> candidates_of(std::string_view name, const RowMatrix& rows, Index clusters,
                                             const StageWatch& watch) {
  const Index reduced = std::max<Index>(clusters - 1, 1);
  if (name == "sc-pc") return spectral_candidates(principal_scores(rows, reduced), clusters, watch);
  if (name == "sc-ic") return spectral_candidates(independent_scores(rows, reduced, watch), clusters, watch);
  return spectral_candidates(rows, clusters, watch);
}

const SpectralCandidate& least_distortion(const std::vector<SpectralCandidate>& candidates) {
  const SpectralCandidate* best = nullptr;
  for (Index i = 0; i + 1 < std::ssize(candidates); ++i)
    if (candidates[i].usable() && (!best || candidates[i].distortion < best->distortion))
      best = &candidates[i];
  if (best) return *best;
  if (!candidates.back().usable())
    throw InvalidArgument("spectral clustering found no usable scale: with " + candidates.back().scale +
                          ", " + candidates.back().trouble);
  return candidates.back();
}

}  // namespace scpp
