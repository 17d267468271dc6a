#pragma once
// The point of least norm in a convex hull.
#include "base/types.hpp"

namespace scpp {

struct HullPoint {
  Vector point;    ///< points * weights
  Vector weights;  ///< >= 0, sum 1
};

/// The point x of least Euclidean norm in the convex hull of the columns of `points` (at least one, finite).
/// It is the one with p'x >= |x|^2 for every column p.
HullPoint min_norm_point(const ColMatrix& points);

}  // namespace scpp
