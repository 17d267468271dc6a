#pragma once
// What the terminal can show, and numbers for people (files keep full precision).
#include <string>
#include <vector>

namespace scpp::cli {

enum class Style { bold, dim, red, first_side, second_side };

/// Whether descriptor 1 or 2 is a terminal.
bool is_terminal(int descriptor);
/// Columns of the terminal behind standard error; 80 when it does not say.
int terminal_width();
/// The locale's characters are UTF-8.
bool shows_utf8();

/// `text` in a style when standard output (or standard error) is a terminal and NO_COLOR is not set.
std::string styled(const std::string& text, Style style, int descriptor = 1);

/// Four significant digits.
std::string four_digits(double value);
/// A count that may be a sum of weights.
std::string count_text(double value);
/// "0.42 s".
std::string seconds_text(double seconds);
/// "1 row", "2 rows".
std::string counted(double count, const std::string& thing);
/// "a, b, c".
std::string comma_list(const std::vector<std::string>& words);
/// `text` with blanks in front or behind up to `width` characters.
std::string right(const std::string& text, std::size_t width);
std::string left(const std::string& text, std::size_t width);

}  // namespace scpp::cli
