#include "house/source_text.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace scpp::house {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Where the literal or comment that begins at `at` ends; `at` itself when none begins there.
std::size_t end_of_aside(const std::string& text, std::size_t at) {
  const auto behind = [&](const std::string& mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string::npos ? text.size() : found + mark.size();
  };
  const auto starts = [&](const char* mark) { return text.compare(at, std::string(mark).size(), mark) == 0; };
  const bool line_begin = at == 0 || text[at - 1] == '\n';
  if (starts("//") || (line_begin && text[at] == '#')) return behind("\n", at) - 1;
  if (starts("/*")) return behind("*/", at + 2);
  if (starts("R\"")) {
    const std::size_t open = text.find('(', at);
    return behind(")" + text.substr(at + 2, open - at - 2) + "\"", open);
  }
  const bool separates_digits = at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
  if (text[at] != '"' && (text[at] != '\'' || separates_digits)) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

/// The text without comments, literals and lines for the preprocessor; line breaks stay where they are.
std::string bare(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(end_of_aside(text, at), text.size());
    if (end == at) {
      out += text[at++];
      continue;
    }
    for (; at < end; ++at)
      if (text[at] == '\n') out += '\n';
  }
  return out;
}

enum class Scope { outer, function, inner };

/// What a brace opens, from what stands before it.
Scope scope_after(const std::string& before, Scope around) {
  static const std::regex type(R"(^\s*(template\s*<[^{]*>\s*)?(struct|class|enum|union)\b[\s\S]*)");
  static const std::regex space(R"(^\s*(inline\s+)?(namespace|extern)\b[\s\S]*)");
  static const std::regex list(R"([\s\S]*=\s*$)");
  if (around != Scope::outer) return Scope::inner;
  if (std::regex_match(before, type) || std::regex_match(before, space)) return Scope::outer;
  return std::regex_match(before, list) ? Scope::inner : Scope::function;
}

std::string on_one_line(const std::string& text) {
  const std::string single = std::regex_replace(text, std::regex(R"(\s+)"), " ");
  return single.substr(single.find_first_not_of(' ') == 0 ? 0 : 1);
}

}  // namespace

std::vector<fs::path> sources_under(const fs::path& root, const std::vector<std::string>& folders) {
  std::vector<fs::path> found;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto ending = entry.path().extension();
      if (entry.is_regular_file() && (ending == ".hpp" || ending == ".cpp")) found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Include> includes_of(const fs::path& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*(["<])([^">]+)[">].*)");
  std::vector<Include> found;
  for (const std::string& line : lines_of(file))
    if (std::smatch match; std::regex_match(line, match, pattern))
      found.push_back({match[2], match[1] == "\""});
  return found;
}

std::vector<std::string> types_of(const fs::path& file) {
  static const std::regex opened(R"(^namespace ([A-Za-z_:]+) \{$)");
  static const std::regex defined(R"(^(struct|class|enum class) (\w+)( final)?( :.*)?( \{.*)?$)");
  std::vector<std::string> found;
  std::string space;
  bool own = false;
  for (const std::string& line : lines_of(file)) {
    std::smatch match;
    if (std::regex_match(line, match, opened)) space = match[1];
    if (line == "namespace {") own = true;
    if (line == "}  // namespace") own = false;
    if (!own && std::regex_match(line, match, defined)) found.push_back(space + "::" + match[2].str());
  }
  return found;
}

std::vector<Function> functions_of(const fs::path& file) {
  const std::string text = bare(text_of(file));
  std::vector<Function> found;
  std::vector<Scope> scopes = {Scope::outer};
  std::string before;
  int line = 1, begin = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (before.find_first_not_of(" \n") == std::string::npos && scopes.back() == Scope::outer) begin = line;
    if (c == '{') {
      scopes.push_back(scope_after(before, scopes.back()));
      if (scopes.back() == Scope::function) found.push_back({on_one_line(before), begin, 0});
    }
    if (c == '}' && scopes.size() > 1) {
      if (scopes.back() == Scope::function) found.back().lines = line - found.back().line + 1;
      scopes.pop_back();
    }
    if (c == '{' || c == '}' || c == ';')
      before.clear();
    else
      before += c;
  }
  return found;
}

}  // namespace scpp::house
