#pragma once
// The leading eigenpairs of a symmetric matrix given by its product with a few vectors at once.
#include <functional>

#include "base/types.hpp"

namespace scpp {

struct LeadingPairs {
  Vector
      values;  ///< descending; one more than asked for when the matrix has it, so that the gap can be judged
  RowMatrix vectors;    ///< n x wanted, orthonormal
  double residual = 0;  ///< largest |A u - lambda u| of the wanted pairs
  bool converged = false;
};

/// Block Lanczos with Rayleigh-Ritz restarts. A block finds eigenvalues repeated up to its width, which a
/// graph of several parts has and single vectors miss. Bounded: after `most_restarts` the best so far comes
/// back.
LeadingPairs leading_pairs(const std::function<RowMatrix(const RowMatrix&)>& product, Index size,
                           Index wanted, double tolerance, int most_restarts);

}  // namespace scpp
