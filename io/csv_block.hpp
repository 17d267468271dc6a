#pragma once
// Parses a run of whole CSV rows into numbers.
#include "scpp/index.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/cell.hpp"
#include "io/csv_cursor.hpp"
#include "io/read_options.hpp"

namespace scpp {

struct CsvPlan {
  CsvSyntax syntax;
  std::vector<bool> as_text;  ///< per column: its cells are kept as text
  TextRule other_text = TextRule::refuse;
  CellReader reader;
};

struct CsvBlockFault {
  CsvFault fault;
  std::optional<Index> column;  ///< when one cell is at fault
};

struct CsvBlock {
  Index rows = 0;
  std::vector<std::vector<std::string>> text;  ///< cells of each column that is kept as text
  std::vector<bool> found_text;                ///< per column: text where a number was expected
  std::optional<CsvBlockFault> fault;          ///< in the row after `rows`, where parsing stopped
};

/// Writes the numeric cells of each row one after another to `out`, NaN for missing ones. Every row that is
/// complete has written its numeric columns; never more cells than `text` has bytes, plus one.
CsvBlock parse_csv_block(std::string_view text, const CsvPlan& plan, double* out);

}  // namespace scpp
