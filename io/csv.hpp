#pragma once
// CSV and its relatives, from text in memory to a table.
#include <string>
#include <string_view>

#include "io/bytes.hpp"
#include "io/memory.hpp"
#include "io/read_options.hpp"
#include "io/table.hpp"
#include "scpp/row_source.hpp"

namespace scpp {

/// Rows are parsed in blocks by several threads; the result and the message of a failure do not depend on how
/// many.
Table read_csv(const std::string& path, std::string_view text, const ReadOptions& options,
               const MemoryBudget& budget);

/// The same in windows of whole lines into a scratch file of doubles, row by row; `bytes` are mapped. `columns` gets names,
/// positions and what was left out. Cells of text columns are not kept.
std::unique_ptr<RowSource> csv_rows(const std::string& path, const Bytes& bytes, const ReadOptions& options,
                                    const std::function<void(Index)>& progress, Table& columns);

}  // namespace scpp
