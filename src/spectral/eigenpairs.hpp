#pragma once
// The smallest eigenpairs of a graph Laplacian, by Lanczos.
#include <vector>

#include "base/types.hpp"
#include "spectral/laplacian.hpp"

namespace scpp {

// The least eigenpair of a small symmetric tridiagonal matrix, in O(k) a step.

struct TridiagonalPair {
  double value;
  std::vector<double> vector;  ///< unit
};

/// `diagonal` has k entries, `beside` (the off-diagonal) at least k - 1. `below` must not exceed the least
/// eigenvalue; the closer it is, the fewer steps (-infinity is closed in by Gershgorin's circles).
TridiagonalPair least_pair(const std::vector<double>& diagonal, const std::vector<double>& beside,
                           double below);

// The smallest eigenpairs of a graph Laplacian beyond the known null vector.

struct Eigenpair {
  double value;
  Vector vector;  ///< unit, padded
};

/// The least eigenpair of L orthogonal to the null vector and to `known` (eigenvectors found before).
/// `guess` (may be empty) speeds up the search and cannot change its answer beyond rounding.
/// The residual |L u - lambda u| is at most about n eps |L|; lambda itself is right to n eps relatively.
/// With `share` > 0 a residual of share lambda is enough. A guess can then hide an eigenvalue that lies
/// closer below: noise of 3 % in the start holds about 0.002 of each eigenvector, so up to 500 share lambda
/// closer. Pre: fewer than count - 1 known.
Eigenpair next_eigenpair(const LaplacianOperator& laplacian, const std::vector<Vector>& known,
                         const Vector& guess, double share = 0);

/// The pairs of one operator after another, found in order; those of the operator before are guesses.
class EigenpairList {
 public:
  /// `share` as in next_eigenpair, until refine().
  explicit EigenpairList(double share) : share_(share) {}

  /// The `pairs` smallest beyond the null one, or fewer when there are not as many.
  void solve(const LaplacianOperator& laplacian, Index pairs);
  /// One more pair; nullptr when there is none (the graph has too few nodes).
  const Eigenpair* extend(const LaplacianOperator& laplacian);
  /// Solves again for the pairs there are, as well as rounding allows; from now on every pair is.
  void refine(const LaplacianOperator& laplacian);

  const Eigenpair& operator[](Index i) const { return pairs_[i]; }
  Index size() const { return pairs_.size(); }

 private:
  double share_;
  std::vector<Eigenpair> pairs_;
  std::vector<Vector> guesses_;
};

}  // namespace scpp
