#pragma once
// The sources of a checkout as text, read without a compiler.
#include <filesystem>
#include <string>
#include <vector>

namespace scpp::house {

/// All .hpp and .cpp files below the folders that exist, sorted.
std::vector<std::filesystem::path> sources_under(const std::filesystem::path& root,
                                                 const std::vector<std::string>& folders);

std::vector<std::string> lines_of(const std::filesystem::path& file);

struct Include {
  std::string path;
  bool quoted = false;
};
std::vector<Include> includes_of(const std::filesystem::path& file);

/// Types that a file defines for others, with their namespace; those of anonymous namespaces are its own.
std::vector<std::string> types_of(const std::filesystem::path& file);

struct Function {
  std::string name;  ///< what stands before its brace
  int line = 0, lines = 0;
};
/// Every function with a body at namespace or class depth.
std::vector<Function> functions_of(const std::filesystem::path& file);

}  // namespace scpp::house
