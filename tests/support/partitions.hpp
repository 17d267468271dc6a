#pragma once
// Partitions, their comparison, and the promises every fit makes.
#include <cstdint>
#include <vector>

#include "scpp/scpp.hpp"

namespace scpp::build {

using Labels = std::vector<std::int32_t>;

/// Is every class of `fine` within one class of `coarse`?
bool is_refinement(const Labels& fine, const Labels& coarse);
bool same_partition(const Labels& a, const Labels& b);

/// Labels are 0 .. K-1, none is empty, and assigning the rows of the fit gives exactly these labels.
void expect_sound(const Fit& fit, const TableView& table);

}  // namespace scpp::build
