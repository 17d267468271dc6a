#pragma once
// The progress line: one line on standard error, only when that is a terminal.
#include <chrono>
#include <string>

#include "scpp/observer.hpp"
#include "session.hpp"

namespace scpp::cli {

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
