#pragma once
// Numeric columns that the caller wants as text.
#include <string>
#include <vector>

#include "io/table.hpp"

namespace scpp {

/// `table` with the columns `wanted` (names, or numbers from 1 in the source) as text; those that are text
/// already stay. Numbers become their shortest text, missing cells "". A column that does not exist throws
/// InvalidArgument.
Table with_text_columns(const std::string& path, Table table, const std::vector<std::string>& wanted);

}  // namespace scpp
