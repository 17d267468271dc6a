// The man page, from the description of the commands.
#include <iostream>

#include "commands.hpp"
#include "help.hpp"
#include "options.hpp"
#include "scpp/version.hpp"

namespace scpp::cli {
namespace {

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
            << ".SH NAME\nscpp \\- clusters that live in subspaces\n"
            << ".SH SYNOPSIS\n.B scpp\n.I COMMAND\n[options]\n"
            << ".SH DESCRIPTION\nFinds clusters by minimum spectral connectivity projection pursuit: every "
               "split of "
               "the tree of clusters is found in a projection of its own.\n"
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

}  // namespace

Command man_command() {
  return {"man", "Print the man page", {}, common_flags(), {{"scpp man | man -l -", "read it"}}, run_man};
}

}  // namespace scpp::cli
