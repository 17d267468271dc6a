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

/// The 100 directions along which the given rows of a table, whose means are 0, vary most (fewer where there
/// are fewer rows); nothing for tables that have no more columns. They hold nearly as much variance as the
/// leading principal components, being the best of a block Krylov space (Musco and Musco 2015), which needs a
/// few products with the table and no covariances: where components stand out they are these; of the noise
/// below, where one direction is as good as another, they hold a little less. Neither the order of the
/// columns nor the number of threads matters.
std::optional<Components> leading_components(const Scaled& scaled, const std::vector<Index>& rows,
                                             const Vector& weights);

}  // namespace scpp
