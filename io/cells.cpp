// Words and numbers: one cell of a text table, and what a mistyped word probably meant.
#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "io/table.hpp"

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

bool read_boolean(std::string_view cell, double& value) {
  if (cell.size() != 4 && cell.size() != 5) return false;
  const std::string word = lower_case(cell);
  value = word == "true" ? 1 : 0;
  return word == "true" || word == "false";
}

/// "1,5" as 1.5; nothing else may stand in the cell.
bool read_decimal_comma(std::string_view cell, double& value) {
  const std::size_t longest = 64, comma = cell.find(',');
  if (comma == cell.npos || cell.size() > longest || comma + 1 == cell.size()) return false;
  if (cell.find_first_not_of("0123456789+-eE,") != cell.npos) return false;
  std::string with_point(cell);
  with_point[comma] = '.';
  return read_number(with_point, value) == CellKind::number;
}

/// Bytes of the UTF-8 character that begins with `lead`; 0 for none.
int utf8_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/// Edits between two words, with swapped neighbours as one edit (optimal string alignment).
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) current[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(current);
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
  }
  return current[b.size()];
}

}  // namespace

CellReader::CellReader(const std::vector<std::string>& missing_words, bool takes_decimal_commas)
    : takes_decimal_commas_(takes_decimal_commas) {
  double ignored = 0;
  for (const std::string& word : missing_words) {
    words_.push_back(lower_case(word));
    longest_word_ = std::max(longest_word_, word.size());
    if (read_number(word, ignored) == CellKind::number) numbers_may_be_missing_ = true;
  }
}

bool CellReader::is_missing_word(std::string_view cell) const {
  return cell.size() <= longest_word_ &&
         std::find(words_.begin(), words_.end(), lower_case(cell)) != words_.end();
}

CellKind CellReader::read(std::string_view cell, double& value) const {
  const std::string_view bare = without_blanks(cell);
  CellKind kind = CellKind::missing;
  if (!bare.empty() && !(numbers_may_be_missing_ && is_missing_word(bare))) {
    kind = read_number(bare, value);
    if (kind == CellKind::text && is_missing_word(bare)) kind = CellKind::missing;
    if (kind == CellKind::text && read_boolean(bare, value)) kind = CellKind::number;
    if (kind == CellKind::text && takes_decimal_commas_ && read_decimal_comma(bare, value))
      kind = CellKind::decimal_comma;
  }
  if (!is_number(kind)) value = std::numeric_limits<double>::quiet_NaN();
  return kind;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const int length = utf8_length(text[i]);
    if (length == 0 || i + length > text.size()) return false;
    for (int k = 1; k < length; ++k)
      if ((text[i + k] & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const unsigned char c : text) {
    const unsigned char last = c & (c < 0x80 ? 0x7f : 0xbf);
    if (c >= 0x80) converted += "\xc2\xc3"[c >= 0xc0];
    converted += last;
  }
  return converted;
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

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

void append_shortest(std::string& text, double value) {
  std::array<char, 32> digits;  // the longest is 24: sign, 17 digits, point, e-308
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), written.ptr);
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  const std::size_t longest_word = 100;  // beyond it the table of edits costs more than the hint is worth
  if (word.size() > longest_word) return "";
  const std::string wanted = lower_case(word);
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest_word) continue;
    if (candidate.size() >= word.size() + fewest || word.size() >= candidate.size() + fewest) continue;
    const std::size_t distance = edits(wanted, lower_case(candidate));
    if (distance >= fewest) continue;
    fewest = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

std::string bytes_in_words(double bytes) {
  const std::array<const char*, 7> units = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text.data();
}

}  // namespace scpp
