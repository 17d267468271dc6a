#pragma once
// The leading eigenpairs of a graph, and what they need: block Lanczos, and equations with a dense matrix for
// the inverse.
#include <functional>
#include <vector>

#include "base/types.hpp"
#include "rivals/similarity_graph.hpp"

namespace scpp {

// Equations with a dense positive definite matrix, factored in blocks by the products of base/multiply.

class Cholesky {
 public:
  /// Factors `matrix` in its own memory; only its lower triangle is read. Throws when it is not positive
  /// definite.
  explicit Cholesky(RowMatrix matrix);

  /// matrix^-1 x.
  RowMatrix solve(const RowMatrix& x) const;

 private:
  Index blocks() const { return inverses_.size(); }

  RowMatrix lower_;                  // L below the blocks on the diagonal
  std::vector<RowMatrix> inverses_;  // of the blocks on the diagonal
};

// The leading eigenpairs of a symmetric matrix given by its product with a few vectors at once.

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

// The leading eigenpairs of a graph, also where eigenvalues crowd near 1, as they do at small sigma.

/// Below this gap after the K-th eigenvalue its eigenvectors are any basis of a larger space: the
/// similarities that enter the graph are right to some 1e-7.
constexpr double smallest_gap = 1e-7;

/// Of D^-1/2 A D^-1/2. Not converged, but with values[clusters] above 1 - smallest_gap, when the graph has
/// more than `clusters` parts.
LeadingPairs graph_pairs(const SimilarityGraph& graph, Index clusters);

/// The graph has more than `clusters` parts: Ritz values lie below the eigenvalues, and these below 1.
bool has_more_parts(const LeadingPairs& pairs, Index clusters);

}  // namespace scpp
