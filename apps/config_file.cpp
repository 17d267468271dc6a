#include "config_file.hpp"

#include <fstream>

#include "scpp/io.hpp"

namespace scpp::cli {
namespace {

struct Line {
  std::string name, value;
};

/// Empty name for a line that holds nothing.
Line parse_line(std::string_view text, const std::string& where) {
  text = without_blanks(text.substr(0, text.find('#')));
  if (text.empty()) return {};
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) throw UsageError(where + " is not of the form name = value");
  return {std::string(without_blanks(text.substr(0, equals))),
          std::string(without_blanks(text.substr(equals + 1)))};
}

const Flag& known_flag(const Command& command, const std::string& name, const std::string& where) {
  const Flag* flag = command.find_flag(name);
  if (flag && name != "config" && name != "help") return *flag;
  std::vector<std::string> known;
  for (const Flag& candidate : command.flags) known.push_back(candidate.name);
  throw UsageError(where + " sets '" + name + "', which " + command.name + " does not know" +
                   did_you_mean(name, known));
}

}  // namespace

void add_config(Arguments& arguments, const Command& command, const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError("cannot open the configuration file " + path);
  Arguments from_file;
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    const std::string where = path + " line " + std::to_string(number);
    const Line line = parse_line(text, where);
    if (line.name.empty() && line.value.empty()) continue;
    const Flag& flag = known_flag(command, line.name, where);
    if (flag.value.empty() && line.value != "yes" && line.value != "no")
      throw UsageError(where + " sets '" + line.name + "' to '" + line.value + "', but must be yes or no");
    if (flag.value.empty() && line.value == "no") continue;
    try {
      from_file.add(flag, line.value);
    } catch (const UsageError& problem) {
      throw UsageError(where + ": " + problem.what());
    }
  }
  for (const Flag& flag : command.flags)
    if (!arguments.has(flag.name))
      for (const std::string& value : from_file.all(flag.name)) arguments.add(flag, value);
}

}  // namespace scpp::cli
