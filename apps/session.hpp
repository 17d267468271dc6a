#pragma once
// What a running command says, to whom, and what the terminal can show of it.
#include <chrono>
#include <string>
#include <vector>

#include "scpp/observer.hpp"
#include "signals.hpp"

namespace scpp::cli {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Session {
 public:
  explicit Session(Interruption& interruption) : interruption_(interruption) {}

  bool quiet = false;
  bool verbose = false;
  bool output_on_stdout = false;  ///< results go to standard output, so people are told on standard error

  Interruption& interruption() { return interruption_; }

  /// A line of the answer.
  void say(const std::string& line) const;
  /// Something that was done to the data or the result and that nobody asked for, on standard error.
  void note(const std::string& sentence) const;
  /// Something that is wrong though there is a result; not silenced.
  void warn(const std::string& sentence) const;

 private:
  Interruption& interruption_;
};

/// One line on standard error, only when that is a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(Session& session);
  /// Wipes the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// For the library; valid while this lives. Cancels when the user interrupts.
  Observer observer();

 private:
  using Clock = std::chrono::steady_clock;

  void show(const Progress& progress);
  std::string line_for(const Progress& progress, double elapsed) const;

  Session& session_;
  Interruption::Observed observed_;
  bool on_terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_shown_ = {};
};

// What the terminal can show, and numbers for people (files keep full precision).

enum class Style { bold, dim, red, first_side, second_side };

/// Whether descriptor 1 or 2 is a terminal.
bool is_terminal(int descriptor);
/// Columns of the terminal behind standard error; 80 when it does not say.
int terminal_width();
/// The locale's characters are UTF-8.
bool shows_utf8();

/// `text` in a style when standard output (or standard error) is a terminal and NO_COLOR is not set.
std::string styled(const std::string& text, Style style, int descriptor = 1);

/// `text` without control characters: what stands in files and names must not steer the terminal.
std::string printable(std::string text);

/// Four significant digits.
std::string four_digits(double value);
std::string two_decimals(double value);
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
