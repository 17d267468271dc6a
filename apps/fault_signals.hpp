#pragma once

namespace scpp::cli {

/// Turns what the system tells by a signal into what every other failure is: a sentence and an exit code.
void tell_fault_signals();

}  // namespace scpp::cli
