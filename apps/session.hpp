#pragma once
// What a running command says, and to whom.
#include <chrono>
#include <string>

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

}  // namespace scpp::cli
