#pragma once
// Walks through the rows and cells of a CSV text, quotes and comments included.
#include <string>
#include <string_view>

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

/// Throws CsvFault on a quote that is not closed or not followed by the end of its cell.
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

}  // namespace scpp
