#pragma once
// Cholesky's factor of products of rows, of any rank: a row in the span of those before it adds no column.
#include <optional>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct Echelon {
  RowMatrix factor;  ///< n x r with factor factor' = products; entries right of a row's own column are 0
  std::vector<Index> basis;  ///< r: the row that brought each column, ascending

  /// L_B^-T w, L_B being the basis' rows of the factor.
  Vector solve_transposed(Vector w) const;
  /// L_B^-1 w
  Vector solve(Vector w) const;
};

/// Rows within 3e-5 of their length from the span of those before are taken to lie in it, which the rows
/// themselves can confirm. Nothing where others are so near that rounding errors would count, or when all
/// products are 0.
std::optional<Echelon> echelon_of(RowMatrix products);

}  // namespace scpp
