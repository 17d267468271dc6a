#pragma once
// The smallest eigenpairs of a graph Laplacian beyond the known null vector.
#include <vector>

#include "base/types.hpp"
#include "spectral/laplacian.hpp"

namespace scpp {

struct Eigenpair {
  double value;
  Vector vector;  ///< unit, padded
};

/// The least eigenpair of L orthogonal to the null vector and to `known` (eigenvectors found before).
/// `guess` (may be empty) speeds up the search and cannot change its answer beyond rounding.
/// The residual |L u - lambda u| is at most about n eps |L|; lambda itself is right to n eps relatively.
/// With `share` > 0 a residual of share lambda is enough. A guess can then hide an eigenvalue that lies closer below:
/// noise of 3 % in the start holds about 0.002 of each eigenvector, so up to 500 share lambda closer.
/// Pre: fewer than count - 1 known.
Eigenpair next_eigenpair(const GraphLaplacian& laplacian, const std::vector<Vector>& known, const Vector& guess,
                         double share = 0);

}  // namespace scpp
