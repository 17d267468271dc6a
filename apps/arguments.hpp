#pragma once
// The command line as data: what a command takes is described once; parsing, help, man page and shell
// completions all read that description.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scpp/errors.hpp"

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

  const Flag* find_flag(const std::string& name) const;
};

/// What was typed, checked against the description of the command.
class Arguments {
 public:
  bool has(const std::string& flag) const { return values_.contains(flag); }
  std::optional<std::string> value(const std::string& flag) const;
  std::string value_or(const std::string& flag, const std::string& otherwise) const;
  std::vector<std::string> all(const std::string& flag) const;
  const std::string& operand(std::size_t index) const { return operands_.at(index); }
  std::size_t operand_count() const { return operands_.size(); }

  void add_operand(const std::string& word) { operands_.push_back(word); }
  /// Throws UsageError when a flag that does not repeat is given twice.
  void add(const Flag& flag, const std::string& value);

 private:
  std::map<std::string, std::vector<std::string>> values_;
  std::vector<std::string> operands_;
};

/// Throws UsageError with one sentence. A --config file is read, and the command line wins over it.
Arguments parse(const Command& command, const std::vector<std::string>& words);

/// True when --help or -h stands among the options.
bool asks_for_help(const std::vector<std::string>& words);

/// The words of "a|b|c"; empty when `values` is not such a list.
std::vector<std::string> words_of(const std::string& values);

}  // namespace scpp::cli
