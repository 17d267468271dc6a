#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace scpp::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool uses_colour(int descriptor) {
  return is_terminal(descriptor) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

const char* code_of(Style style) {
  switch (style) {
    case Style::bold:
      return "1";
    case Style::dim:
      return "2";
    case Style::red:
      return "31";
    case Style::first_side:
      return "34";
    case Style::second_side:
      return "33";
  }
  return "0";
}

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t shown_width(const std::string& text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string printed(const char* format, double value) {
  std::array<char, 64> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), format, value);
  return {buffer.data(), buffer.data() + size};
}

}  // namespace

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

int terminal_width() {
  winsize size{};
  const bool told = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return told ? size.ws_col : 80;
}

bool shows_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = environment(name);
    if (locale.empty()) continue;
    return locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos;
  }
  return false;
}

std::string styled(const std::string& text, Style style, int descriptor) {
  if (!uses_colour(descriptor)) return text;
  return std::string("\033[") + code_of(style) + "m" + text + "\033[0m";
}

std::string four_digits(double value) { return printed("%.4g", value); }

std::string count_text(double value) {
  return value == std::floor(value) ? printed("%.0f", value) : four_digits(value);
}

std::string seconds_text(double seconds) { return printed("%.2f s", seconds); }

std::string counted(double count, const std::string& thing) {
  return count_text(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string comma_list(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::string right(const std::string& text, std::size_t width) {
  const std::size_t used = shown_width(text);
  return used < width ? std::string(width - used, ' ') + text : text;
}

std::string left(const std::string& text, std::size_t width) {
  const std::size_t used = shown_width(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}

}  // namespace scpp::cli
