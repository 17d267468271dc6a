#include "session.hpp"

#include <unistd.h>

#include <iostream>

#include "terminal.hpp"

namespace scpp::cli {

void Session::say(const std::string& line) const {
  if (!quiet) (output_on_stdout ? std::cerr : std::cout) << line << '\n';
}

void Session::note(const std::string& sentence) const {
  if (!quiet) std::cerr << styled("note: ", Style::dim, STDERR_FILENO) << sentence << '\n';
}

void Session::warn(const std::string& sentence) const {
  std::cerr << styled("warning: ", Style::bold, STDERR_FILENO) << sentence << '\n';
}

}  // namespace scpp::cli
