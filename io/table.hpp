#pragma once
// What the readers and writers of all formats share: cells, and columns by name and in order.
#include <string>
#include <string_view>
#include <vector>

#include "scpp/io.hpp"

namespace scpp {

enum class CellKind { number, missing, text, too_large };

/// Reads cells of a text table given the words that stand for "missing" (the empty cell always does).
class CellReader {
 public:
  explicit CellReader(const std::vector<std::string>& missing_words);

  /// Sets `value` to the number, or to NaN when missing; the cell is read without blanks around it.
  /// "inf" is a number; "1e999" is too_large.
  CellKind read(std::string_view cell, double& value) const;

  /// A missing word such as -999 is itself a number: then no number may be taken unread.
  bool numbers_may_be_missing() const { return numbers_may_be_missing_; }

 private:
  bool is_missing_word(std::string_view cell) const;

  std::vector<std::string> words_;
  bool numbers_may_be_missing_ = false;
};

/// A cell fit for a message: at most 40 characters, control characters as '?', in quotes.
std::string quoted_for_message(std::string_view cell);

/// ASCII letters only, as the words of formats and extensions are.
std::string lower_case(std::string_view text);

/// Appends the shortest text that reads back to the same double.
void append_shortest(std::string& text, double value);

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

/// as_text[c] for every column of the source: whether the caller asked to keep it aside as text.
std::vector<bool> text_plan(const std::string& path, const std::vector<std::string>& names, Index columns,
                            const ReadOptions& options);

/// `table` with the columns `wanted` (as find_column() finds them) as text; those that are text already stay.
/// Numbers become their shortest text, missing cells "".
Table with_text_columns(const std::string& path, Table table, const std::vector<std::string>& wanted);

}  // namespace scpp
