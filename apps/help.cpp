// Help for people, the man page and shell completions, all from the description of the commands.
#include <algorithm>
#include <iostream>

#include "command_line.hpp"
#include "scpp/io.hpp"
#include "scpp/version.hpp"
#include "session.hpp"

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

/// "scpp fit DATA [options]".
std::string usage_line(const Command& command) {
  std::string line = "scpp " + command.name;
  for (const Operand& operand : command.operands)
    line += operand.required ? " " + operand.name : " [" + operand.name + "]";
  return line + " [options]";
}

/// "-k, --clusters K".
std::string flag_form(const Flag& flag) {
  const std::string letter = flag.letter ? std::string("-") + flag.letter + ", " : "";
  return letter + "--" + flag.name + (flag.value.empty() ? "" : " " + flag.value);
}

/// The sentence, what is allowed and the default.
std::string flag_text(const Flag& flag) {
  std::string more = flag.values;
  if (!flag.default_value.empty()) more += (more.empty() ? "" : "; ") + ("default " + flag.default_value);
  return flag.sentence + (more.empty() ? "" : " (" + more + ")");
}

/// Headings in the order of their first flag.
std::vector<std::string> groups_of(const Command& command) {
  std::vector<std::string> groups;
  for (const Flag& flag : command.flags)
    if (std::ranges::find(groups, flag.group) == groups.end()) groups.push_back(flag.group);
  return groups;
}

/// Text as troff reads it: no command at the start of a line, hyphens that can be copied.
std::string troff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

void print_command(const Command& command) {
  std::cout << ".SS " << troff(usage_line(command)) << '\n' << troff(command.sentence) << ".\n";
  for (const Operand& operand : command.operands)
    std::cout << ".TP\n.I " << operand.name << '\n' << troff(operand.sentence) << '\n';
  for (const std::string& group : groups_of(command)) {
    if (group == "Run" && command.name != "fit") continue;  // the same for all
    std::cout << ".PP\n.I " << troff(group) << '\n';
    for (const Flag& flag : command.flags)
      if (flag.group == group)
        std::cout << ".TP\n.B " << troff(flag_form(flag)) << '\n' << troff(flag_text(flag)) << '\n';
  }
  for (const Example& example : command.examples)
    std::cout << ".PP\n" << troff(example.sentence) << ":\n.EX\n" << troff(example.line) << "\n.EE\n";
}

int run_man(const Arguments&, Session&) {
  std::cout << ".TH SCPP 1 \"\" \"scpp " SCPP_VERSION "\" \"User commands\"\n.ad l\n"
            << ".SH NAME\nscpp \\- find clusters in subspaces of wide tables\n"
            << ".SH SYNOPSIS\n.B scpp\n.I COMMAND\n[options]\n"
            << ".SH DESCRIPTION\nFinds clusters by minimum spectral connectivity projection pursuit: every "
               "split of "
               "the tree of clusters is found in its own projection of the data.\n"
            << ".SH COMMANDS\nThe options under Run of fit that are not about the fit (quiet, verbose, "
               "config, help) "
               "belong to every command.\n";
  for (const Command& command : commands()) print_command(command);
  std::cout
      << ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nthe data or the result is at fault\n.TP\n.B 2\nthe "
         "command line is at fault\n.TP\n.B 130\ninterrupted\n"
      << ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours, also on a terminal\n";
  return 0;
}

std::string command_names() {
  std::string names;
  for (const Command& command : commands()) names += (names.empty() ? "" : " ") + command.name;
  return names;
}

std::string with_blanks(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string flag_words(const Command& command) {
  std::vector<std::string> words;
  for (const Flag& flag : command.flags) words.push_back("--" + flag.name);
  return with_blanks(words);
}

void print_bash() {
  std::cout << "_scpp() {\n"
               "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
               "  COMPREPLY=()\n"
               "  if ((COMP_CWORD == 1)); then\n"
               "    COMPREPLY=($(compgen -W \""
            << command_names()
            << " --help --version\" -- \"$word\"))\n"
               "    return\n"
               "  fi\n"
               "  case ${COMP_WORDS[1]}:$before in\n";
  for (const Command& command : commands())
    for (const Flag& flag : command.flags)
      if (const auto words = words_of(flag.values); !words.empty())
        std::cout << "    " << command.name << ":--" << flag.name << ") COMPREPLY=($(compgen -W \""
                  << with_blanks(words) << "\" -- \"$word\")); return ;;\n";
  std::cout << "  esac\n"
               "  [[ $word == -* ]] || return\n"
               "  case ${COMP_WORDS[1]} in\n";
  for (const Command& command : commands())
    std::cout << "    " << command.name << ") COMPREPLY=($(compgen -W \"" << flag_words(command)
              << "\" -- \"$word\")) ;;\n";
  std::cout << "  esac\n}\ncomplete -o default -F _scpp scpp\n";
}

/// Inside single quotes of zsh and fish; zsh reads brackets and colons in a description itself.
std::string plain(const std::string& sentence) {
  std::string text;
  for (const char c : sentence)
    if (c != '\'' && c != '[' && c != ']' && c != ':' && c != '\\') text += c;
  return text;
}

void print_zsh() {
  std::cout << "#compdef scpp\n_scpp() {\n  local -a commands\n  commands=(\n";
  for (const Command& command : commands())
    std::cout << "    '" << command.name << ":" << plain(command.sentence) << "'\n";
  std::cout << "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
               "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const Command& command : commands()) {
    std::cout << "    " << command.name << ") _arguments";
    for (const Flag& flag : command.flags) {
      const auto words = words_of(flag.values);
      std::cout << " \\\n      '" << (flag.repeats ? "*" : "") << "--" << flag.name << "["
                << plain(flag.sentence) << "]";
      if (!flag.value.empty())
        std::cout << ":" << plain(flag.value) << ":"
                  << (words.empty() ? "_files" : "(" + with_blanks(words) + ")");
      std::cout << "'";
    }
    std::cout << " \\\n      '*:file:_files' ;;\n";
  }
  std::cout << "  esac\n}\n_scpp \"$@\"\n";
}

void print_fish() {
  std::cout << "complete -c scpp -n __fish_use_subcommand -f -l version -d 'Print the version'\n";
  for (const Command& command : commands()) {
    std::cout << "complete -c scpp -n __fish_use_subcommand -f -a " << command.name << " -d '"
              << plain(command.sentence) << "'\n";
    for (const Flag& flag : command.flags) {
      const auto words = words_of(flag.values);
      std::cout << "complete -c scpp -n '__fish_seen_subcommand_from " << command.name << "' -l "
                << flag.name;
      if (flag.letter) std::cout << " -s " << flag.letter;
      if (!flag.value.empty()) std::cout << " -r";
      if (!words.empty()) std::cout << " -f -a '" << with_blanks(words) << "'";
      std::cout << " -d '" << plain(flag.sentence) << "'\n";
    }
  }
}

int run_completions(const Arguments& arguments, Session&) {
  const std::string& shell = arguments.operand(0);
  if (shell == "bash")
    print_bash();
  else if (shell == "zsh")
    print_zsh();
  else if (shell == "fish")
    print_fish();
  else
    throw UsageError("there are no completions for '" + shell + "', only for bash, zsh and fish" +
                     did_you_mean(shell, {"bash", "zsh", "fish"}));
  return 0;
}

}  // namespace

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
  std::string text = "scpp " SCPP_VERSION
                     ": finds clusters in subspaces, by minimum spectral connectivity projection pursuit.\n" +
                     heading("Usage") + "  scpp COMMAND [options]\n" + heading("Commands");
  for (const Command& command : commands()) text += entry(command.name, command.sentence);
  text += heading("Examples");
  text += "  scpp demo\n  scpp fit data.csv -k 10 --labels labels.csv --report report.html\n";
  text += "\nscpp COMMAND --help lists the options of a command; scpp --version prints the version.\n";
  text +=
      "Exit codes: 0 done, 1 the data or the result is at fault, 2 the command line is at fault, 130 "
      "interrupted.\n";
  return text;
}

Command man_command() {
  return {"man", "Print the man page", {}, common_flags(), {{"scpp man | man -l -", "read it"}}, run_man};
}

Command completions_command() {
  return {"completions",
          "Print completions for a shell",
          {{"SHELL", "bash, zsh or fish"}},
          common_flags(),
          {{"scpp completions bash > ~/.local/share/bash-completion/completions/scpp", "for one user"}},
          run_completions};
}

}  // namespace scpp::cli
