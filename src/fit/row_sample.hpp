#pragma once
// The rows from which the places of cells are learnt: those with the smallest keyed hash of their number.
#include <span>

#include "scpp/sketch.hpp"

namespace scpp {

/// Of the rows of a block that have weight. When all rows count, `total_rows` tells which keys can be among
/// the `wanted` smallest of the whole table, so that a block gives only its share.
RowSample sample_block(const TableView& block, std::span<const double> weights, Index first_row,
                       Index total_rows, Index wanted, std::uint64_t seed);

/// The `wanted` smallest of both.
RowSample merged(const RowSample& a, const RowSample& b);

}  // namespace scpp
