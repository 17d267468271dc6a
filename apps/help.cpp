#include "help.hpp"

#include <algorithm>

#include "commands.hpp"
#include "scpp/version.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

constexpr std::size_t indent = 28, line_width = 100;

/// `text` broken at blanks, all lines but the first indented.
std::string wrapped(const std::string& text, std::size_t margin) {
  std::string result;
  std::size_t column = margin;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (column > margin && column + 1 + word.size() > line_width) {
      result += "\n" + std::string(margin, ' ');
      column = margin;
    } else if (column > margin) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    begin = end + 1;
  }
  return result;
}

std::string entry(const std::string& name, const std::string& text) {
  const std::string head = "  " + name;
  const bool fits = head.size() + 2 <= indent;
  return (fits ? left(head, indent) : head + "\n" + std::string(indent, ' ')) + wrapped(text, indent) + "\n";
}

std::string heading(const std::string& text) { return "\n" + styled(text, Style::bold) + "\n"; }

}  // namespace

std::string usage_line(const Command& command) {
  std::string line = "scpp " + command.name;
  for (const Operand& operand : command.operands)
    line += operand.required ? " " + operand.name : " [" + operand.name + "]";
  return line + " [options]";
}

std::string flag_form(const Flag& flag) {
  const std::string letter = flag.letter ? std::string("-") + flag.letter + ", " : "";
  return letter + "--" + flag.name + (flag.value.empty() ? "" : " " + flag.value);
}

std::string flag_text(const Flag& flag) {
  std::string more = flag.values;
  if (!flag.default_value.empty()) more += (more.empty() ? "" : "; ") + ("default " + flag.default_value);
  return flag.sentence + (more.empty() ? "" : " (" + more + ")");
}

std::vector<std::string> groups_of(const Command& command) {
  std::vector<std::string> groups;
  for (const Flag& flag : command.flags)
    if (std::ranges::find(groups, flag.group) == groups.end()) groups.push_back(flag.group);
  return groups;
}

std::string help_for(const Command& command) {
  std::string text = command.sentence + ".\n" + heading("Usage") + "  " + usage_line(command) + "\n";
  if (!command.operands.empty()) text += "\n";
  for (const Operand& operand : command.operands) text += entry(operand.name, operand.sentence);
  text += heading("Examples");
  for (const Example& example : command.examples)
    text += "  " + example.line + "\n      " + styled(example.sentence, Style::dim) + "\n";
  for (const std::string& group : groups_of(command)) {
    text += heading(group);
    for (const Flag& flag : command.flags)
      if (flag.group == group) text += entry(flag_form(flag), flag_text(flag));
  }
  return text;
}

std::string overview() {
  std::string text =
      "scpp " SCPP_VERSION
      ": clusters that live in subspaces, by minimum spectral connectivity projection pursuit.\n" +
      heading("Usage") + "  scpp COMMAND [options]\n" + heading("Commands");
  for (const Command& command : commands()) text += entry(command.name, command.sentence);
  text += heading("Examples");
  text += "  scpp demo\n  scpp fit data.csv -k 10 --labels labels.csv --report report.html\n";
  text += "\nscpp COMMAND --help tells more; scpp --version prints the version.\n";
  text +=
      "Exit codes: 0 done, 1 the data or the result is at fault, 2 the command line is at fault, 130 "
      "interrupted.\n";
  return text;
}

}  // namespace scpp::cli
