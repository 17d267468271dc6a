#pragma once
// Every command of the program, in the order in which people should meet them.
#include <vector>

#include "arguments.hpp"

namespace scpp::cli {

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
Command completions_command();
Command man_command();

const std::vector<Command>& commands();
const Command* find_command(const std::string& name);

}  // namespace scpp::cli
