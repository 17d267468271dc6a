#include "session.hpp"

#include <unistd.h>

#include <cmath>
#include <iostream>

#include "terminal.hpp"

namespace scpp::cli {
namespace {

std::string minutes_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
}

}  // namespace

void Session::say(const std::string& line) const {
  if (!quiet) (output_on_stdout ? std::cerr : std::cout) << line << '\n';
}

void Session::note(const std::string& sentence) const {
  if (!quiet) std::cerr << styled("note: ", Style::dim, STDERR_FILENO) << sentence << '\n';
}

void Session::warn(const std::string& sentence) const {
  std::cerr << styled("warning: ", Style::bold, STDERR_FILENO) << sentence << '\n';
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
  if (session_.verbose && progress.stage == "split")
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
  if (progress.stage == "convert" || progress.stage == "sketch" || progress.stage == "label")
    return progress.stage + ": " + counted(progress.rows, progress.stage == "convert" ? "byte" : "row") +
           ", " + minutes_text(elapsed) + " elapsed";
  const int done = progress.clusters_found - 1, all = progress.clusters_wanted - 1;
  std::string line = "node " + std::to_string(progress.node) + ", " + counted(progress.rows, "row") +
                     ", split " + std::to_string(progress.clusters_found) + " of " + std::to_string(all) +
                     ", " + std::to_string(progress.evaluations) + " evaluations, lambda2 " +
                     four_digits(progress.lambda2) + ", " + minutes_text(elapsed) + " elapsed";
  if (done > 0) line += ", about " + minutes_text(elapsed / done * (all - done)) + " left";
  return line;
}

}  // namespace scpp::cli
