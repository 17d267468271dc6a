#include "arguments.hpp"

#include <algorithm>

#include "config_file.hpp"
#include "scpp/io.hpp"

namespace scpp::cli {
namespace {

/// Walks over the words; every option takes its value with it.
class Parser {
 public:
  Parser(const Command& command, const std::vector<std::string>& words) : command_(command), words_(words) {}

  Arguments run() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (only_operands_ || word.size() < 2 || word[0] != '-')
        add_operand(word);
      else if (word == "--")
        only_operands_ = true;
      else if (word[1] == '-')
        add_long(word);
      else
        add_short(word);
    }
    for (std::size_t i = result_.operand_count(); i < command_.operands.size(); ++i)
      if (command_.operands[i].required)
        throw UsageError(command_.name + " needs " + command_.operands[i].name + "; see scpp " +
                         command_.name + " --help");
    return std::move(result_);
  }

 private:
  void add_operand(const std::string& word) {
    if (result_.operand_count() == command_.operands.size())
      throw UsageError(command_.name + " does not know what to do with '" + word + "'");
    result_.add_operand(word);
  }

  void add_long(const std::string& word) {
    const auto equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    const Flag* flag = command_.find_flag(name);
    if (!flag) refuse("--" + name);
    if (equals == std::string::npos) return add(*flag, "--" + name);
    if (flag->value.empty()) throw UsageError("--" + name + " takes no value");
    result_.add(*flag, word.substr(equals + 1));
  }

  void add_short(const std::string& word) {
    const std::string dashed = word.substr(0, 2);
    const auto flag = std::ranges::find(command_.flags, word[1], &Flag::letter);
    if (flag == command_.flags.end()) refuse(word);
    if (word.size() == 2) return add(*flag, dashed);
    if (flag->value.empty()) throw UsageError(dashed + " takes no value");
    result_.add(*flag, word.substr(word[2] == '=' ? 3 : 2));
  }

  /// The value is the next word, unless that is plainly another option.
  void add(const Flag& flag, const std::string& typed) {
    if (flag.value.empty()) return result_.add(flag, "yes");
    if (next_ == words_.size() || words_[next_].starts_with("--"))
      throw UsageError(typed + " needs a value (" + flag.sentence + ")");
    result_.add(flag, words_[next_++]);
  }

  [[noreturn]] void refuse(const std::string& typed) const {
    std::vector<std::string> known;
    for (const Flag& flag : command_.flags) known.push_back("--" + flag.name);
    throw UsageError(command_.name + " has no option '" + typed + "'" + did_you_mean(typed, known));
  }

  const Command& command_;
  const std::vector<std::string>& words_;
  Arguments result_;
  std::size_t next_ = 0;
  bool only_operands_ = false;
};

}  // namespace

const Flag* Command::find_flag(const std::string& wanted) const {
  const auto found = std::ranges::find(flags, wanted, &Flag::name);
  return found == flags.end() ? nullptr : &*found;
}

std::optional<std::string> Arguments::value(const std::string& flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() ? std::nullopt : std::optional(found->second.back());
}

std::string Arguments::value_or(const std::string& flag, const std::string& otherwise) const {
  return value(flag).value_or(otherwise);
}

std::vector<std::string> Arguments::all(const std::string& flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

void Arguments::add(const Flag& flag, const std::string& value) {
  const auto words = words_of(flag.values);
  if (!words.empty() && std::ranges::find(words, value) == words.end())
    throw UsageError(flag.name + " is '" + value + "', but must be one of " + flag.values +
                     did_you_mean(value, words));
  if (!flag.repeats && has(flag.name)) throw UsageError("--" + flag.name + " is given twice");
  values_[flag.name].push_back(value);
}

Arguments parse(const Command& command, const std::vector<std::string>& words) {
  Arguments arguments = Parser(command, words).run();
  if (const auto config = arguments.value("config")) add_config(arguments, command, *config);
  return arguments;
}

bool asks_for_help(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

std::vector<std::string> words_of(const std::string& values) {
  std::vector<std::string> words;
  if (values.find('|') == std::string::npos) return words;
  for (std::size_t begin = 0; begin <= values.size();) {
    const std::size_t end = std::min(values.find('|', begin), values.size());
    words.push_back(values.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace scpp::cli
