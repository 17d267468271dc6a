#include "commands.hpp"

#include <algorithm>

namespace scpp::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      fit_command(),  predict_command(),     suggest_command(),     show_command(),     score_command(),
      cut_command(),  report_command(),      apply_edits_command(), generate_command(), convert_command(),
      demo_command(), completions_command(), man_command()};
  return all;
}

const Command* find_command(const std::string& name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  return found == commands().end() ? nullptr : &*found;
}

}  // namespace scpp::cli
