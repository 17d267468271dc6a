// Shell completions, from the description of the commands.
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "scpp/io.hpp"
#include "options.hpp"

namespace scpp::cli {
namespace {

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

Command completions_command() {
  return {"completions",
          "Print completions for a shell",
          {{"SHELL", "bash, zsh or fish"}},
          common_flags(),
          {{"scpp completions bash > ~/.local/share/bash-completion/completions/scpp", "for one user"}},
          run_completions};
}

}  // namespace scpp::cli
