#pragma once
// Spectral clustering of Ng, Jordan and Weiss, over a range of sigma and with local scaling.
#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "rivals/rivals.hpp"
#include "rivals/similarity_graph.hpp"

namespace scpp {

/// The scales the paper tries for every rival built on spectral clustering.
inline constexpr double sigmas_tried[] = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200};

struct SpectralCandidate {
  std::string scale;                 ///< "sigma = 2" or "local scaling"
  std::vector<std::int32_t> labels;  ///< empty when there is `trouble`
  double distortion = 0;             ///< k-means objective on the normalised rows
  std::string trouble;               ///< why this scale has no clustering; empty when it has

  bool usable() const { return trouble.empty(); }
};

/// What the method makes of one graph. `embedding` (may be null) receives the K leading eigenvectors.
SpectralCandidate cluster_graph(const SimilarityGraph& graph, Index clusters, std::string scale,
                                RowMatrix* embedding = nullptr);

/// One candidate for each sigma, then the one of local scaling.
std::vector<SpectralCandidate> spectral_candidates(const RowMatrix& rows, Index clusters,
                                                   const StageWatch& watch);

/// The same for the rows as sc, sc-pc or sc-ic see them.
std::vector<SpectralCandidate> candidates_of(std::string_view name, const RowMatrix& rows, Index clusters,
                                             const StageWatch& watch);

/// The usable sigma of least distortion; local scaling (the last candidate) when no sigma is usable.
const SpectralCandidate& least_distortion(const std::vector<SpectralCandidate>& candidates);

std::string sigma_name(double sigma);

}  // namespace scpp
