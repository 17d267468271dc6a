#include "io/cell.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scpp {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// fast_float, as std::from_chars, knows no leading plus.
std::string_view without_plus(std::string_view cell) {
  const bool has_plus = cell.size() > 1 && cell[0] == '+' && cell[1] != '-' && cell[1] != '+';
  return has_plus ? cell.substr(1) : cell;
}

bool spells_infinity(std::string_view cell) {
  const auto letter = cell.find_first_not_of("+-");
  return letter != std::string_view::npos && (cell[letter] == 'i' || cell[letter] == 'I');
}

CellKind read_number(std::string_view cell, double& value) {
  const std::string_view digits = without_plus(cell);
  const auto end = digits.data() + digits.size();
  const auto parsed = fast_float::from_chars(digits.data(), end, value);
  if (parsed.ptr != end || parsed.ec == std::errc::invalid_argument) return CellKind::text;
  if (std::isnan(value)) return CellKind::missing;
  return std::isinf(value) && !spells_infinity(cell) ? CellKind::too_large : CellKind::number;
}

}  // namespace

CellReader::CellReader(const std::vector<std::string>& missing_words) : words_(missing_words) {
  double ignored = 0;
  for (const std::string& word : words_)
    if (read_number(word, ignored) == CellKind::number) numbers_may_be_missing_ = true;
}

bool CellReader::is_missing_word(std::string_view cell) const {
  return std::find(words_.begin(), words_.end(), cell) != words_.end();
}

CellKind CellReader::read(std::string_view cell, double& value) const {
  const std::string_view bare = without_blanks(cell);
  CellKind kind = CellKind::missing;
  if (!bare.empty() && !(numbers_may_be_missing_ && is_missing_word(bare))) {
    kind = read_number(bare, value);
    if (kind == CellKind::text && is_missing_word(bare)) kind = CellKind::missing;
  }
  if (kind != CellKind::number) value = std::numeric_limits<double>::quiet_NaN();
  return kind;
}

std::string_view without_blanks(std::string_view cell) {
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

std::string quoted_for_message(std::string_view cell) {
  const std::size_t longest = 40;
  std::string shown(cell.substr(0, longest));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  // A cut must not leave half of a UTF-8 character.
  if (cell.size() > longest) {
    while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) shown.pop_back();
    if (!shown.empty() && static_cast<unsigned char>(shown.back()) >= 0xC0) shown.pop_back();
    shown += "...";
  }
  return "'" + shown + "'";
}

}  // namespace scpp
