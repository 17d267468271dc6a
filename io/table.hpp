#pragma once
// What the readers and writers of all formats share: cells, and columns by name and in order.
#include <string>
#include <string_view>
#include <vector>

#include "scpp/io.hpp"

namespace scpp {

/// A decimal comma is a number, too, but one that is told about.
enum class CellKind { number, decimal_comma, missing, text, too_large };

inline bool is_number(CellKind kind) { return kind == CellKind::number || kind == CellKind::decimal_comma; }

/// Reads cells of a text table given the words that stand for "missing" (the empty cell always does).
class CellReader {
 public:
  explicit CellReader(const std::vector<std::string>& missing_words, bool takes_decimal_commas = false);

  /// Sets `value` to the number, or to NaN when missing; the cell is read without blanks around it.
  /// "inf" is a number, and so are "True" and "False"; "1e999" is too_large.
  CellKind read(std::string_view cell, double& value) const;

  /// A missing word such as -999 is itself a number: then no number may be taken unread.
  bool numbers_may_be_missing() const { return numbers_may_be_missing_; }

 private:
  bool is_missing_word(std::string_view cell) const;

  std::vector<std::string> words_;  ///< in lower case
  std::size_t longest_word_ = 0;
  bool takes_decimal_commas_;
  bool numbers_may_be_missing_ = false;
};

/// A cell fit for a message: at most 40 characters, control characters as '?', in quotes.
std::string quoted_for_message(std::string_view cell);

/// Text as UTF-8: bytes that are no UTF-8 are taken for Latin-1.
bool is_utf8(std::string_view text);
std::string as_utf8(std::string_view text);

/// ASCII letters only, as the words of formats and extensions are.
std::string lower_case(std::string_view text);

/// Appends the shortest text that reads back to the same double.
void append_shortest(std::string& text, double value);

/// Adds a note, unless there is one of its kind already.
void note_once(std::vector<ReadNote>& notes, Guess guess, std::string sentence);

struct OrderedColumn {
  const TextColumn* text = nullptr;  ///< null for a numeric column
  Index numeric = 0;                 ///< its index among the numeric columns
  std::string name;                  ///< given, or made up from its place: "x3"
};

/// All columns of a table, numeric and text, in the order of their source.
std::vector<OrderedColumn> ordered_columns(const Table& table);

/// The position from 0 of a wanted column, found by its name, else by its number from 1; one that does not
/// exist, or a name that two columns bear, throws InvalidArgument naming path and column.
Index find_column(const std::string& path, const std::vector<std::string>& names, Index columns,
                  const std::string& wanted);

/// What becomes of a column of the source.
enum class Use { number, text, drop };

/// The use of every column, as the options ask for it.
std::vector<Use> planned_uses(const std::string& path, const std::vector<std::string>& names, Index columns,
                              const ReadOptions& options);

/// `table` with the columns that `options` name as text or left out; those that are text already stay.
/// Numbers become their shortest text, missing cells "".
Table with_planned_uses(const std::string& path, Table table, const ReadOptions& options);

/// Whether a column of this name (in any case) is known to hold no measurements: id, label, class, ...
bool is_telling_name(std::string_view name);

/// Which of the numeric columns stay, judged by the first rows, which are those of `table`: names that occur
/// twice are told apart, an unnamed first column that numbers the rows and, if the options say so, suspects
/// are left out. Notes, suspects and names of `table` are filled.
std::vector<Index> judged_columns(Table& table, LeaveOut leave_out);
/// How many rows are looked at for that.
Index judged_rows(Index rows, Index columns);

/// Rows as columns. A first column of text gives their names; the names of the columns become the text column
/// "name".
Table transposed(const Table& table);

}  // namespace scpp
