#pragma once
// What the first lines of a CSV text tell: separator, header, number of columns.
#include "scpp/index.hpp"
#include <string>
#include <string_view>
#include <vector>

#include "io/csv_cursor.hpp"
#include "io/read_options.hpp"

namespace scpp {

struct CsvLayout {
  CsvSyntax syntax;
  Index columns = 0;
  std::vector<std::string> names;        ///< empty without a header
  std::string_view body;                 ///< the text from the first data row on
  bool first_row_ends_in_empty = false;  ///< in the body: perhaps every row ends in a separator
};

/// Separator: of tab ; , | blank (in this order) the first that parts the sampled lines into the same number
/// (> 1) of cells; if none does, the most frequent one in the first line; if none occurs, ','.
///
/// Header, when automatic: the first row is a header if some column has a name above a number, or if every
/// cell of it is a name. A name is a cell that is neither a number nor missing; a quoted number is a name too
/// when the cell below is not quoted or there is no row below. A last name that is empty (a trailing
/// separator) is dropped.
CsvLayout csv_layout(const std::string& path, std::string_view text, const ReadOptions& options);

}  // namespace scpp
