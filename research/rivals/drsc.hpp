#pragma once
// Dimensionality reduction for spectral clustering (Niu, Dy and Jordan 2011).
#include <vector>

#include "base/types.hpp"
#include "rivals/baselines.hpp"
#include "rivals/spectral_clustering.hpp"
#include "rivals/watch.hpp"

namespace scpp {

struct DrscRun {
  SpectralCandidate clustering;
  ColMatrix directions;  ///< d x (K-1), orthonormal
  std::vector<double>
      trace;  ///< trace(U' D^-1/2 A D^-1/2 U) after each spectral step: the true objective, to be large
};

/// One sigma: spectral step, then every direction once by gradient ascent with the degrees held fixed, until
/// the true objective settles. It need not rise, because the ascent ignores that the degrees move.
DrscRun run_drsc(const RowMatrix& rows, const ColMatrix& start, Index clusters, double sigma,
                 const StageWatch& watch);

/// All sigmas from the principal components; the least distortion is kept.
BaselineResult drsc(const RowMatrix& rows, Index clusters, const StageWatch& watch);

}  // namespace scpp
