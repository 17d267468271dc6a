#include "fault_signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace scpp::cli {
namespace {

/// Regular files are mapped. When one is cut short by somebody else, or its disk fails, reading it is a bus
/// error.
[[noreturn]] void end_for_lost_input(int) {
  constexpr std::string_view sentence = "scpp: the input became shorter or unreadable while it was read\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  ::_exit(1);
}

}  // namespace

void tell_fault_signals() {
  struct sigaction lost {};
  lost.sa_handler = end_for_lost_input;
  ::sigaction(SIGBUS, &lost, nullptr);
  // Beyond the largest file size allowed (ulimit -f), write() then fails with a reason that can be told.
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace scpp::cli
