#pragma once
// The leading eigenpairs of a covariance matrix.
#include "base/types.hpp"

namespace scpp {

struct Principal {
  Vector values;      ///< descending
  ColMatrix vectors;  ///< d x count, unit; the entry largest in size is positive
};

/// The `count` largest eigenpairs (all, when there are fewer).
Principal principal_components(const RowMatrix& covariance, Index count);

}  // namespace scpp
