#include "command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "scpp/io.hpp"

namespace scpp::cli {
namespace {

const Flag* find_flag(const Command& command, const std::string& name) {
  const auto found = std::ranges::find_if(command.flags, [&](const Flag& flag) {
    return flag.name == name || (flag.letter && name == std::string(1, flag.letter));
  });
  return found == command.flags.end() ? nullptr : &*found;
}

/// Names that `typed` may have meant, with what stands before them on the command line or in a file.
std::string nearest_flag(const Command& command, const std::string& typed, const std::string& dashes) {
  std::vector<std::string> known;
  for (const Flag& flag : command.flags) known.push_back(dashes + flag.name);
  return did_you_mean(typed, known);
}

/// A word that begins with a dash, in its parts: "--name", "--name=value", "-k", "-kvalue" or "-k=value".
struct DashedWord {
  std::string typed;  ///< the dashes and the name
  std::optional<std::string> value;

  explicit DashedWord(const std::string& word) : typed(word.substr(0, word.find('='))) {
    if (typed.size() < word.size()) value = word.substr(typed.size() + 1);
    if (word[1] == '-' || word.size() == 2) return;
    typed = word.substr(0, 2);
    value = word.substr(word[2] == '=' ? 3 : 2);
  }
  std::string name() const { return typed.substr(typed[1] == '-' ? 2 : 1); }
};

/// Takes the option that stands at `next`, and its value with it.
void take_option(const Command& command, const std::vector<std::string>& words, std::size_t& next,
                 Arguments& result) {
  const std::string& word = words[next++];
  const DashedWord option(word);
  const Flag* flag = find_flag(command, option.name());
  const bool is_long = option.typed[1] == '-';
  if (!flag || is_long != (option.name() == flag->name)) {
    const std::string& unknown = is_long ? option.typed : word;
    throw UsageError(command.name + " has no option '" + unknown + "'" +
                     nearest_flag(command, unknown, "--"));
  }
  if (flag->value.empty() && option.value) throw UsageError(option.typed + " takes no value");
  if (flag->value.empty()) return result.add(*flag, "yes");
  if (option.value) return result.add(*flag, *option.value);
  // The value is the next word, unless that is plainly another option.
  if (next == words.size() || words[next].starts_with("--"))
    throw UsageError(option.typed + " needs a value (" + flag->sentence + ")");
  result.add(*flag, words[next++]);
}

Arguments parse_words(const Command& command, const std::vector<std::string>& words) {
  Arguments result;
  bool only_operands = false;
  for (std::size_t next = 0; next < words.size();) {
    const std::string& word = words[next];
    if (!only_operands && word.size() > 1 && word[0] == '-' && word != "--") {
      take_option(command, words, next, result);
      continue;
    }
    ++next;
    if (!only_operands && word == "--")
      only_operands = true;
    else if (result.operands().size() == command.operands.size())
      throw UsageError(command.name + " does not know what to do with '" + word + "'");
    else
      result.add_operand(word);
  }
  for (std::size_t i = result.operands().size(); i < command.operands.size(); ++i)
    if (command.operands[i].required)
      throw UsageError(command.name + " needs " + command.operands[i].name + "; see scpp " + command.name +
                       " --help");
  return result;
}

/// Adds what one line "name = value" of a file sets. A value may hold anything, also '#': only whole lines
/// are comments.
void add_line(const Command& command, std::string_view line, Arguments& result) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) throw UsageError(" is not of the form name = value");
  const std::string name(without_blanks(line.substr(0, equals)));
  const std::string value(without_blanks(line.substr(equals + 1)));
  const Flag* flag = find_flag(command, name);
  if (!flag || flag->name != name || name == "config" || name == "help")
    throw UsageError(" sets '" + name + "', which " + command.name + " does not know" +
                     nearest_flag(command, name, ""));
  if (flag->value.empty() && value != "yes" && value != "no")
    throw UsageError(" sets '" + name + "' to '" + value + "', but must be yes or no");
  if (flag->value.empty() && value == "no") return;
  try {
    result.add(*flag, value);
  } catch (const UsageError& problem) {
    throw UsageError(std::string(": ") + problem.what());
  }
}

Arguments parse_config(const Command& command, const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError("the configuration file " + path + " is a folder");
  std::ifstream file(path);
  if (!file) throw UsageError("cannot open the configuration file " + path);
  Arguments result;
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    const std::string_view line = without_blanks(text);
    if (line.empty() || line[0] == '#') continue;
    try {
      add_line(command, line, result);
    } catch (const UsageError& problem) {
      throw UsageError(path + " line " + std::to_string(number) + problem.what());
    }
  }
  if (file.bad()) throw UsageError("cannot read the configuration file " + path);
  return result;
}

}  // namespace

std::optional<std::string> Arguments::value(const std::string& flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() ? std::nullopt : std::optional(found->second.back());
}

std::string Arguments::value_or(const std::string& flag, const std::string& otherwise) const {
  return value(flag).value_or(otherwise);
}

std::string for_shell(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./,:=+@%") == std::string::npos;
  std::string inner;
  for (const char c : word) inner += c == '\'' ? "'\\''" : std::string(1, c);
  return plain ? word : "'" + inner + "'";
}

std::string Arguments::options_text() const {
  std::string text;
  for (const auto& [flag, values] : values_)
    for (const std::string& value : values)
      text += " --" + flag + (switches_.contains(flag) ? "" : " " + for_shell(value));
  return text;
}

std::vector<std::string> Arguments::all(const std::string& flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

void Arguments::add(const Flag& flag, const std::string& value) {
  const auto words = words_of(flag.values), refused = words_of(flag.refused);
  if (std::ranges::find(refused, value) != refused.end())
    throw UsageError(flag.name + " " + value + " " + flag.refusal);
  if (!words.empty() && std::ranges::find(words, value) == words.end())
    throw UsageError(flag.name + " is '" + value + "', but must be one of " + flag.values +
                     did_you_mean(value, words));
  if (!flag.repeats && has(flag.name)) throw UsageError("--" + flag.name + " is given twice");
  values_[flag.name].push_back(value);
  if (flag.value.empty()) switches_.insert(flag.name);
}

Arguments parse(const Command& command, const std::vector<std::string>& words) {
  Arguments arguments = parse_words(command, words);
  if (!arguments.has("config")) return arguments;
  const Arguments from_file = parse_config(command, *arguments.value("config"));
  for (const Flag& flag : command.flags)
    if (!arguments.has(flag.name))
      for (const std::string& value : from_file.all(flag.name)) arguments.add(flag, value);
  return arguments;
}

bool asks_for_help(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, "--");
  return std::any_of(words.begin(), end, [](const auto& word) { return word == "--help" || word == "-h"; });
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

std::vector<Flag> common_flags() {
  return {{"quiet", "", "print only results, warnings and errors", "Run", 'q'},
          {"verbose", "", "report every step on standard error", "Run", 'v'},
          {"config", "FILE",
           "read options from a file of lines name = value; the command line takes precedence", "Run"},
          {"help", "", "show this help", "Run", 'h'}};
}

std::vector<Flag> joined(const std::vector<std::vector<Flag>>& parts) {
  std::vector<Flag> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace scpp::cli
