#pragma once
// Equations with a dense positive definite matrix, factored in blocks by the products of base/multiply.
#include <vector>

#include "base/types.hpp"

namespace scpp {

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

}  // namespace scpp
