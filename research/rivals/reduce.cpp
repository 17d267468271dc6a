#include "rivals/reduce.hpp"

#include <algorithm>

#include "base/multiply.hpp"
#include "split/node.hpp"

namespace scpp {
namespace {

constexpr double least_share = 1e-12;  // of the largest variance; components below it are rounding

}  // namespace

ColMatrix principal_directions(const RowMatrix& rows, Index count) {
  const RowMatrix covariance = gram(view_of(rows)) / static_cast<double>(std::max<Index>(rows.rows() - 1, 1));
  const Principal principal = principal_components(covariance, count);
  Index kept = 1;
  while (kept < std::ssize(principal.values) && principal.values[kept] > least_share * principal.values[0]) ++kept;
  return principal.vectors.leftCols(kept);
}

RowMatrix principal_scores(const RowMatrix& rows, Index count) {
  const ColMatrix directions = principal_directions(rows, count);
  return multiply(view_of(rows), view_of(directions));
}

}  // namespace scpp
