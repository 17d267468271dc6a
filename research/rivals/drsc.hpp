#pragma once
// Dimensionality reduction for spectral clustering (Niu, Dy and Jordan 2011).
#include <vector>

#include "base/types.hpp"
#include "rivals/rivals.hpp"
#include "rivals/spectral_clustering.hpp"

namespace scpp {

/// DRSC's function of one direction w while all else is held:
///   f(w) = sum_jk h_jk exp(-(w'(x_j - x_k))^2 / (2 sigma^2)) with
///   h_jk = (u_j . u_k) / sqrt(d_j d_k) exp(-|W'(x_j - x_k)|^2 / (2 sigma^2))
/// over the other directions W, and the degrees fixed (section 3).
class DrscObjective {
 public:
  /// `embedding` is U with row j divided by sqrt(d_j). Refers to `rows`. Holds all columns but `column`.
  DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma, const ColMatrix& directions,
                Index column);

  struct Value {
    double value;
    Vector gradient;
  };
  Value at(const Vector& direction) const;

 private:
  const RowMatrix& rows_;
  double sigma_;
  Index stride_;
  std::vector<float> held_;  // h_jk for k > j, count x stride
};

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
RivalResult drsc(const RowMatrix& rows, Index clusters, const StageWatch& watch);

}  // namespace scpp
