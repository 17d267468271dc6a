#pragma once
// Help for people, from the description of the commands.
#include <string>

#include "arguments.hpp"

namespace scpp::cli {

/// The first page: all commands.
std::string overview();
std::string help_for(const Command& command);

/// "scpp fit DATA [options]".
std::string usage_line(const Command& command);
/// "-k, --clusters K".
std::string flag_form(const Flag& flag);
/// The sentence, what is allowed and the default.
std::string flag_text(const Flag& flag);
/// Headings in the order of their first flag.
std::vector<std::string> groups_of(const Command& command);

}  // namespace scpp::cli
