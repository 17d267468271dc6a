#pragma once
// The best one-to-one match of rows to columns.
#include <cstdint>
#include <vector>

#include "scpp/index.hpp"

namespace scpp {

/// Largest sum of table entries with no two from the same row or column; min(rows, columns) entries are
/// taken. Exact. O(s^2 t) for a table of sides s <= t.
std::int64_t best_match(const std::vector<std::vector<Index>>& table);

}  // namespace scpp
