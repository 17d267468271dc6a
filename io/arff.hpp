#pragma once
// Weka's ARFF, dense and sparse rows.
#include <string>
#include <string_view>

#include "io/memory.hpp"
#include "io/read_options.hpp"
#include "io/table.hpp"

namespace scpp {

/// numeric, real and integer attributes are numbers; nominal, string and date attributes are text. In a
/// sparse row an absent number is 0 and an absent nominal cell the first of its values.
Table read_arff(const std::string& path, std::string_view text, const ReadOptions& options,
                const MemoryBudget& budget);

}  // namespace scpp
