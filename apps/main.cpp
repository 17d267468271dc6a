// scpp: parse, call, print, exit code.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "command_line.hpp"
#include "scpp/io.hpp"
#include "scpp/version.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

enum ExitCode { done = 0, data_at_fault = 1, command_line_at_fault = 2 };

const Command& command_named(const std::string& name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return *found;
  std::vector<std::string> names = {"--help", "--version"};
  for (const Command& command : commands()) names.push_back(command.name);
  throw UsageError("there is no command '" + name + "'" + did_you_mean(name, names));
}

/// What is asked without a command; true when that was all.
bool answered_without_command(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageError("a command is missing; scpp --help lists them");
  if (words[0] == "--version")
    std::cout << "scpp " SCPP_VERSION "\n";
  else if (words[0] == "--help" || words[0] == "-h" || (words[0] == "help" && words.size() == 1))
    std::cout << overview();
  else if (words[0] == "help")
    std::cout << help_for(command_named(words[1]));
  else
    return false;
  return true;
}

int run(std::vector<std::string> words, Interruption& interruption) {
  if (answered_without_command(words)) return done;
  const Command& command = command_named(words[0]);
  words.erase(words.begin());
  if (asks_for_help(words)) {
    std::cout << help_for(command);
    return done;
  }
  const Arguments arguments = parse(command, words);
  Session session(interruption);
  session.quiet = arguments.has("quiet");
  session.verbose = arguments.has("verbose");
  return command.run(arguments, session);
}

int fail(const std::string& sentence, ExitCode code) {
  std::cout.flush();
  std::cerr << styled("scpp: ", Style::red, STDERR_FILENO) << printable(sentence) << '\n';
  return code;
}

/// A fit makes and drops arrays of some megabytes all the time. What is dropped stays with the process, up to
/// this much, instead of going back to the system page by page: 3 % of the time.
void keep_freed_memory() {
  constexpr int megabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * megabyte);
  mallopt(M_TRIM_THRESHOLD, 64 * megabyte);
}

/// Every failure becomes one sentence and an exit code.
int guarded_run(const std::vector<std::string>& words, Interruption& interruption) {
  try {
    const int code = run(words, interruption);
    return std::cout.flush() ? code : fail("cannot write standard output", data_at_fault);
  } catch (const UsageError& problem) {
    return fail(problem.what(), command_line_at_fault);
  } catch (const Cancelled&) {
    interruption.end_process();
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory", data_at_fault);
  } catch (const std::exception& problem) {
    return fail(problem.what(), data_at_fault);
  }
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      fit_command(),  predict_command(), suggest_command(),     show_command(),     score_command(),
      cut_command(),  report_command(),  apply_edits_command(), generate_command(), convert_command(),
      demo_command(), app_command(),     completions_command(), man_command()};
  return all;
}

}  // namespace scpp::cli

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  scpp::cli::keep_freed_memory();
  scpp::cli::tell_fault_signals();
  try {
    scpp::cli::Interruption interruption;
    return scpp::cli::guarded_run({argv + 1, argv + argc}, interruption);
  } catch (const std::exception&) {  // its thread could not be started
    return scpp::cli::fail("there is not enough memory to begin", scpp::cli::data_at_fault);
  }
}
