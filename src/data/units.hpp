#pragma once
// The distinct rows of a table, in an order of their own.
#include <cstdint>
#include <vector>

#include "data/standardise.hpp"

namespace scpp {

/// Equal rows are one unit of their joint weight; rows of weight 0 belong to none. Units stand in an order
/// that does not depend on that of the rows or columns, nor on units and signs of columns: sorted by their
/// distance from the mean (where that is the same, by their values), then shuffled, so that any stretch of
/// them is a random sample.
struct Units {
  std::vector<Index> row;            ///< the first row of each unit
  std::vector<std::int32_t> of_row;  ///< the unit of each row; -1 for rows of weight 0
  Vector weights;
};

Units units_of(const Scaled& scaled);

}  // namespace scpp
