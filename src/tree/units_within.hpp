#pragma once
// Columns in units of their deviation within clusters.
#include "tree/grow.hpp"

namespace scpp {

/// The rows with columns scaled to unit variance within the leaves (Art, Gnanadesikan and Kettenring, 1982),
/// at most tenfold: leaves ten deviations apart are apart in any units, and more would drown the other
/// columns.
Scaled in_units_within(Scaled scaled, const GrownTree& grown);

}  // namespace scpp
