#pragma once
// One cell of a text table: a number, missing, or text.
#include <string>
#include <string_view>
#include <vector>

namespace scpp {

enum class CellKind { number, missing, text, too_large };

/// Reads cells given the words that stand for "missing" (the empty cell always does).
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

std::string_view without_blanks(std::string_view cell);

/// A cell fit for a message: at most 40 characters, control characters as '?', in quotes.
std::string quoted_for_message(std::string_view cell);

}  // namespace scpp
