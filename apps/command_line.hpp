#pragma once
// The command line as data: what a command takes is described once; parsing, help, man page and shell
// completions all read that description.
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/index.hpp"

namespace scpp::cli {

/// The command line is at fault (exit code 2).
class UsageError : public Error {
 public:
  using Error::Error;
};

struct Flag {
  std::string name;      ///< without dashes
  std::string value;     ///< what its value is called in the help; empty for a switch
  std::string sentence;  ///< what it does, without a full stop
  std::string group;     ///< heading in the help
  char letter = 0;       ///< one-letter form; 0 = none
  bool repeats = false;
  std::string values = {};  ///< what is allowed, for example "normalised|standard"
  std::string default_value = {};
  std::string refused = {};  ///< other words that people will try, for example "sc|sc-pc"
  std::string refusal = {};  ///< what is told about them
};

struct Operand {
  std::string name;
  std::string sentence;
  bool required = true;
};

struct Example {
  std::string line;
  std::string sentence;
};

class Arguments;
class Session;

struct Command {
  std::string name;
  std::string sentence;
  std::vector<Operand> operands;
  std::vector<Flag> flags;
  std::vector<Example> examples;
  std::function<int(const Arguments&, Session&)> run;
};

/// What was typed, checked against the description of the command.
/// A word as a shell takes it.
std::string for_shell(const std::string& word);

class Arguments {
 public:
  bool has(const std::string& flag) const { return values_.contains(flag); }
  std::optional<std::string> value(const std::string& flag) const;
  std::string value_or(const std::string& flag, const std::string& otherwise) const;
  std::vector<std::string> all(const std::string& flag) const;
  const std::string& operand(Index index) const { return operands_.at(index); }
  const std::vector<std::string>& operands() const { return operands_; }
  /// The options that were given, as they can be typed again: " --drop 'a b' --quiet".
  std::string options_text() const;

  void add_operand(const std::string& word) { operands_.push_back(word); }
  /// Throws UsageError for a value that is not allowed, and when a flag that does not repeat is given twice.
  void add(const Flag& flag, const std::string& value);

 private:
  std::map<std::string, std::vector<std::string>> values_;
  std::set<std::string> switches_;  // those without a value
  std::vector<std::string> operands_;
};

/// Throws UsageError with one sentence. A --config file is read, and the command line wins over it.
Arguments parse(const Command& command, const std::vector<std::string>& words);

/// True when --help or -h stands among the options.
bool asks_for_help(const std::vector<std::string>& words);

/// The words of "a|b|c"; empty when `values` is not such a list.
std::vector<std::string> words_of(const std::string& values);

/// Flags that every command has.
std::vector<Flag> common_flags();

std::vector<Flag> joined(const std::vector<std::vector<Flag>>& parts);

/// Calls `work`; what the library calls an invalid argument is here a fault of the command line.
template <class Work>
auto blaming_command_line(const Work& work) {
  try {
    return work();
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
}

Command fit_command();
Command predict_command();
Command suggest_command();
Command show_command();
Command score_command();
Command cut_command();
Command report_command();
Command apply_edits_command();
Command generate_command();
Command convert_command();
Command demo_command();
Command app_command();
Command completions_command();
Command man_command();

/// Every command of the program, in the order in which people should meet them.
const std::vector<Command>& commands();

/// The first page of the help: all commands.
std::string overview();
std::string help_for(const Command& command);

}  // namespace scpp::cli
