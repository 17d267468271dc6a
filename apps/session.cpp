#include "session.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
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

std::string minutes_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
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

std::string printable(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const bool second_set =
        code == 0xc2 && i + 1 < text.size() && (text[i + 1] & 0xe0) == 0x80;  // U+0080 to 9F
    if (code < 0x20 || code == 0x7f) text[i] = '?';
    if (second_set) text.replace(i, 2, "?");
  }
  return text;
}

std::string four_digits(double value) { return printed("%.4g", value); }
std::string two_decimals(double value) { return printed("%.2f", value); }

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

void Session::say(const std::string& line) const {
  if (!quiet) (output_on_stdout ? std::cerr : std::cout) << printable(line) << '\n';
}

void Session::note(const std::string& sentence) const {
  if (!quiet) std::cerr << styled("note: ", Style::dim, STDERR_FILENO) << printable(sentence) << '\n';
}

void Session::warn(const std::string& sentence) const {
  std::cerr << styled("warning: ", Style::bold, STDERR_FILENO) << printable(sentence) << '\n';
}

ProgressLine::ProgressLine(Session& session)
    : session_(session),
      observed_(session.interruption()),
      on_terminal_(!session.quiet && is_terminal(STDERR_FILENO)) {}

ProgressLine::~ProgressLine() {
  if (on_terminal_) std::cerr << "\r\033[K" << std::flush;
}

Observer ProgressLine::observer() {
  return [this](const Progress& progress) {
    show(progress);
    return !session_.interruption().requested();
  };
}

void ProgressLine::show(const Progress& progress) {
  if (session_.verbose && progress.stage == Stage::split)
    std::cerr << (on_terminal_ ? "\r\033[K" : "") << "split " << progress.clusters_found << " of "
              << progress.clusters_wanted - 1 << ": node " << progress.node << ", "
              << counted(progress.rows, "row") << ", lambda2 " << four_digits(progress.lambda2) << ", beta "
              << four_digits(progress.beta) << ", " << progress.evaluations << " evaluations\n";
  if (!on_terminal_) return;
  const auto now = Clock::now();
  if (last_shown_ != Clock::time_point{} && now - last_shown_ < std::chrono::milliseconds(100)) return;
  last_shown_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string line = line_for(progress, elapsed).substr(0, terminal_width() - 1);
  std::cerr << "\r\033[K" << line << std::flush;
}

std::string ProgressLine::line_for(const Progress& progress, double elapsed) const {
  if (progress.stage == Stage::convert || progress.stage == Stage::sketch || progress.stage == Stage::label)
    return std::string(word(progress.stage)) + ": " +
           counted(progress.rows, progress.stage == Stage::convert ? "byte" : "row") + ", " +
           minutes_text(elapsed) + " elapsed";
  const int done = progress.clusters_found - 1, all = progress.clusters_wanted - 1;
  std::string line = "node " + std::to_string(progress.node) + ", " + counted(progress.rows, "row") +
                     ", split " + std::to_string(progress.clusters_found) + " of " + std::to_string(all) +
                     ", " + std::to_string(progress.evaluations) + " evaluations, lambda2 " +
                     four_digits(progress.lambda2) + ", " + minutes_text(elapsed) + " elapsed";
  if (done > 0) line += ", about " + minutes_text(elapsed / done * (all - done)) + " left";
  return line;
}

}  // namespace scpp::cli
