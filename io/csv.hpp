#pragma once
// CSV from the outside in: its first lines, its rows and cells, and runs of whole rows as numbers.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes.hpp"
#include "io/table.hpp"

namespace scpp {

struct CsvSyntax {
  char separator = ',';
  char comment = '#';

  /// With ' ' any run of blanks parts two cells.
  bool parted_by_blanks() const { return separator == ' '; }
};

struct CsvCell {
  std::string_view text;  ///< without quotes and blanks around it; valid until the next cell is read
  bool quoted = false;
  bool ends_row = false;
};

/// What is wrong and where; the caller knows the path, the line and the names of the columns.
struct CsvFault {
  const char* where = nullptr;
  std::string sentence;
};

/// Walks through the rows and cells of a text, quotes and comments included. Throws CsvFault on a quote that
/// is not closed or not followed by the end of its cell.
class CsvCursor {
 public:
  CsvCursor(std::string_view text, CsvSyntax syntax)
      : at_(text.data()), end_(text.data() + text.size()), syntax_(syntax) {}

  /// Moves to the next line that is neither blank nor a comment; false at the end of the text.
  bool next_row();
  CsvCell next_cell();

  const char* at() const { return at_; }
  const char* end() const { return end_; }
  void jump(const char* to) { at_ = to; }

 private:
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && syntax_.separator != '\t'); }
  const char* after_blanks(const char* from) const;
  const char* after_line(const char* from) const;
  bool parts_cells(char c) const;
  bool at_line_end(const char* at) const;
  CsvCell plain_cell(const char* start);
  CsvCell quoted_cell(const char* start);
  /// Steps over the separator or line end at `at`; true when it was the line end.
  bool finish_cell(const char* at);

  const char* at_;
  const char* end_;
  CsvSyntax syntax_;
  std::string unescaped_;
};

/// What the first lines of a text tell: separator, header, number of columns.
struct CsvLayout {
  CsvSyntax syntax;
  Index columns = 0;
  std::vector<std::string> names;        ///< empty without a header; as UTF-8
  std::vector<ReadNote> notes;           ///< what had to be guessed
  bool begins_with_text = false;         ///< the first column holds text in the first rows
  std::string_view body;                 ///< the text from the first data row on
  bool first_row_ends_in_empty = false;  ///< in the body: perhaps every row ends in a separator
};

/// By the rules told at ReadOptions. A last name that is empty (a trailing separator) is dropped.
CsvLayout csv_layout(const std::string& path, std::string_view text, const ReadOptions& options);

struct CsvPlan {
  CsvSyntax syntax;
  std::vector<Use> uses;  ///< per column
  CellReader reader;

  /// Columns of numbers.
  Index width() const;
};

struct CsvBlockFault {
  CsvFault fault;
  std::optional<Index> column;  ///< when one cell is at fault
};

/// Text where numbers were expected.
struct CsvText {
  Index cells = 0;
  Index row = 0;  ///< of the first of them, from 0 in its block
  const char* where = nullptr;
  std::string example;
};

/// A run of whole rows.
struct CsvBlock {
  Index rows = 0;
  std::vector<std::vector<std::string>> text;  ///< cells of each column that is kept as text, as UTF-8
  std::vector<CsvText> found_text;             ///< per column
  std::string decimal_comma;                   ///< the first number with one
  bool latin1 = false;                         ///< some text was not UTF-8
  std::optional<CsvBlockFault> fault;          ///< in the row after `rows`, where parsing stopped
};

/// Rows as numbers, one after another, NaN for missing cells; the blocks tell how many and what else was
/// found.
struct CsvBody {
  std::shared_ptr<double[]> values;
  std::vector<CsvBlock> blocks;
};

/// Several threads parse; what comes out does not depend on how many.
CsvBody parse_csv_body(std::string_view body, const CsvPlan& plan, const MemoryBudget& budget);

Index lines_in(std::string_view text);

}  // namespace scpp
