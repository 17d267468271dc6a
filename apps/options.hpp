#pragma once
// The library's options as flags, read off its own description of them.
#include <string>
#include <vector>

#include "arguments.hpp"
#include "scpp/options.hpp"

namespace scpp::cli {

/// One flag for each parameter of the library.
std::vector<Flag> library_flags();

/// A way to cluster: the library's own with the options set, or one of the methods the paper compares with.
struct Choice {
  FitOptions options;
  std::string baseline;  ///< empty for the library's own method
  std::string method;    ///< the word for it
};

/// Throws UsageError that names option and value.
Choice choice_from(const Arguments& arguments);

/// Flags that every command has.
std::vector<Flag> common_flags();

std::vector<Flag> joined(std::vector<std::vector<Flag>> parts);

}  // namespace scpp::cli
