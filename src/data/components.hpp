#pragma once
// Directions along which rows of many columns vary most.
#include <optional>

#include "data/standardise.hpp"

namespace scpp {

/// Rows along some directions.
struct Components {
  RowMatrix directions;   ///< orthonormal columns, that of most variance first
  RowMatrix coordinates;  ///< of the rows
};

/// Up to 100 directions along which the given rows of a table, whose means are 0, vary most, without those
/// along which they vary no more than noise would; nothing for tables that have no more columns than that.
/// They hold nearly as much variance as the leading principal components, being the best of a block Krylov
/// space (Musco and Musco 2015), which needs a few products with the table and no covariances. The transform
/// must have no metric.
std::optional<Components> leading_components(const Scaled& scaled, const std::vector<Index>& rows,
                                             const Vector& weights);

}  // namespace scpp
