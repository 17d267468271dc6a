#pragma once
// Scalar products of all rows with each other: where columns are many, distances, means and microclusters
// cost less by these than by the rows.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// X X'
RowMatrix products_of(const RowMatrix& rows);

/// The same of the rows less their weighted mean.
RowMatrix centred_products(const RowMatrix& products, const Vector& weights);

/// What make_microclusters finds for rows with these products and mean 0: the microcluster of every row,
/// numbered from 0 with none empty. At least `count` rows.
std::vector<std::int32_t> microclusters_by_products(const RowMatrix& products, const Vector& weights,
                                                    Index count);

}  // namespace scpp
