#pragma once
// Options from a file: lines "name = value", '#' begins a comment.
#include <string>

#include "arguments.hpp"

namespace scpp::cli {

/// Adds the options of the file that the command line did not give. Throws UsageError naming file and line.
void add_config(Arguments& arguments, const Command& command, const std::string& path);

}  // namespace scpp::cli
