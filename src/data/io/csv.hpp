#pragma once
// CSV and its relatives, from text in memory to a table.
#include <string>
#include <string_view>

#include "data/io/memory.hpp"
#include "data/io/read_options.hpp"
#include "data/io/table.hpp"

namespace scpp {

/// Rows are parsed in blocks by several threads; the result and the message of a failure do not depend on how
/// many.
Table read_csv(const std::string& path, std::string_view text, const ReadOptions& options,
               const MemoryBudget& budget);

}  // namespace scpp
