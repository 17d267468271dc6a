#include "house/checks.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "house/source_text.hpp"

namespace scpp::house {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> libraries = {"src", "io", "report"};
const std::vector<std::string> product = {"src", "io", "report", "include", "apps", "python", "r"};
const std::vector<std::string> front_ends = {"apps", "python", "r"};
const std::vector<std::string> house = {"src",    "io", "report",   "include", "apps",
                                        "python", "r",  "research", "tests"};

/// Tests are left out of rules for functions: a test may hold a long table.
const std::vector<std::string> code = {"src", "io", "report", "include", "apps", "python", "r", "research"};

/// What each room may include besides itself and the public headers.
const std::map<std::string, std::set<std::string>> rooms = {
    {"base", {}},
    {"data", {"base"}},
    {"micro", {"base", "data"}},
    {"graph", {"base", "data", "micro"}},
    {"spectral", {"base", "data", "micro", "graph"}},
    {"optim", {"base"}},
    {"split", {"base", "data", "micro", "graph", "spectral", "optim"}},
    {"tree", {"base", "data", "micro", "graph", "spectral", "optim", "split"}},
    {"model", {"base", "data", "micro", "graph", "spectral", "optim", "split", "tree"}},
    {"fit", {"base", "data", "micro", "graph", "spectral", "optim", "split", "tree", "model"}}};

/// Headers that stay on their own though one file includes them, each with the reason.
const std::map<std::string, std::string> read_once = {};

/// Where an #include looks, in this order, behind the folder of the file itself.
const std::vector<std::string> include_roots = {"src",  "include",       ".", "research", "tests",
                                                "apps", "tests/research"};

std::string name_in(const Path& file, const Path& root) { return fs::relative(file, root).string(); }

/// The file of ours that an #include means; none when it is another's.
std::optional<Path> own_file(const Path& root, const Path& from, const Include& include) {
  if (include.quoted && fs::exists(from.parent_path() / include.path))
    return fs::weakly_canonical(from.parent_path() / include.path);
  for (const std::string& folder : include_roots)
    if (fs::exists(root / folder / include.path)) return fs::weakly_canonical(root / folder / include.path);
  return std::nullopt;
}

/// "src/base" for a room, else the first folder.
std::string place_of(const std::string& path) {
  const Path whole = path;
  auto part = whole.begin();
  const std::string first = *part;
  return first == "src" ? "src/" + (++part)->string() : first;
}

bool may_include(const std::string& from, const std::string& to) {
  if (from == to || to == "include") return true;
  const auto is_front_end = [](const std::string& place) {
    return std::ranges::count(front_ends, place) > 0;
  };
  if (from == "include" || to == "research" || to == "tests" || is_front_end(to)) return false;
  if (is_front_end(from)) return true;  // front_ends_past_the_face asks for more
  if (!to.starts_with("src/")) return false;
  if (from == "io" || from == "report") return true;
  const auto room = rooms.find(from.substr(4));
  return room != rooms.end() && room->second.contains(to.substr(4));
}

}  // namespace

Faults arrows_pointing_back(const Path& root) {
  Faults faults;
  const Path home = fs::weakly_canonical(root);
  for (const Path& file : sources_under(home, product)) {
    const std::string name = name_in(file, home), from = place_of(name);
    if (from.starts_with("src/") && !rooms.contains(from.substr(4)))
      faults.push_back(name + " stands in a room that the picture does not have");
    for (const Include& include : includes_of(file)) {
      const auto target = own_file(home, file, include);
      if (target && !may_include(from, place_of(name_in(*target, home))))
        faults.push_back(name + " includes " + include.path);
    }
  }
  return faults;
}

Faults front_ends_past_the_face(const Path& root) {
  Faults faults;
  const Path home = fs::weakly_canonical(root);
  for (const Path& file : sources_under(home, front_ends))
    for (const Include& include : includes_of(file)) {
      const auto target = own_file(home, file, include);
      if (!target) continue;
      const std::string to = place_of(name_in(*target, home));
      if (to != "include" && to != place_of(name_in(file, home)))
        faults.push_back(name_in(file, home) + " includes " + include.path + ", which is not public");
    }
  return faults;
}

Faults internals_in_the_face(const Path& root) {
  static const std::regex standard_or_own(R"([a-z_0-9]+|scpp/[a-z_]+\.hpp)");
  Faults faults;
  for (const Path& file : sources_under(root, {"include"}))
    for (const Include& include : includes_of(file))
      if (!std::regex_match(include.path, standard_or_own))
        faults.push_back(name_in(file, root) + " includes " + include.path);
  return faults;
}

Faults includes_of_nothing(const Path& root) {
  Faults faults;
  const Path home = fs::weakly_canonical(root);
  for (const Path& file : sources_under(home, house))
    for (const Include& include : includes_of(file)) {
      const bool is_generated = fs::exists(home / "include" / (include.path + ".in"));
      const bool is_ours = include.quoted || include.path.starts_with("scpp/");
      if (is_ours && !is_generated && !own_file(home, file, include))
        faults.push_back(name_in(file, home) + " includes " + include.path + ", which is not there");
    }
  return faults;
}

Faults types_defined_twice(const Path& root) {
  Faults faults;
  std::map<std::string, Path> known;
  for (const Path& file : sources_under(root, product))
    for (const std::string& type : types_of(file)) {
      const auto [first, is_new] = known.emplace(type, file);
      if (!is_new)
        faults.push_back(type + " is defined in " + name_in(first->second, root) + " and in " +
                         name_in(file, root));
    }
  return faults;
}

Faults headers_with_one_reader(const Path& root) {
  const Path home = fs::weakly_canonical(root);
  std::map<Path, std::set<Path>> readers;
  for (const Path& file : sources_under(home, house))
    for (const Include& include : includes_of(file))
      if (const auto target = own_file(home, file, include)) readers[*target].insert(file);
  Faults faults;
  for (const Path& file : sources_under(home, libraries)) {
    const std::string name = name_in(file, home);
    if (file.extension() != ".hpp" || readers[file].size() > 1 || read_once.contains(name)) continue;
    faults.push_back(name + (readers[file].empty()
                                 ? " is read by nobody"
                                 : " is read by " + name_in(*readers[file].begin(), home) + " alone"));
  }
  return faults;
}

Faults files_longer_than(const Path& root, int most_lines) {
  Faults faults;
  for (const Path& file : sources_under(root, house))
    if (const auto lines = std::ssize(lines_of(file)); lines > most_lines)
      faults.push_back(name_in(file, root) + " has " + std::to_string(lines) + " lines");
  return faults;
}

Faults functions_longer_than(const Path& root, int most_lines) {
  Faults faults;
  for (const Path& file : sources_under(root, code))
    for (const Function& function : functions_of(file))
      if (function.lines > most_lines)
        faults.push_back(name_in(file, root) + ":" + std::to_string(function.line) + " has " +
                         std::to_string(function.lines) + " lines in " + function.name);
  return faults;
}

bool has_clang_format() { return std::system("clang-format --version >/dev/null 2>&1") == 0; }

Faults unformatted(const Path& root) {
  static const std::regex warning(R"(([\w/]+\.[ch]pp):\d+:\d+: warning: code should be clang-formatted)");
  Faults faults;
  std::string command = "cd '" + root.string() + "' && clang-format --dry-run";
  for (const Path& file : sources_under(root, house)) command += " '" + name_in(file, root) + "'";
  std::FILE* said = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> line;
  std::set<std::string> names;
  while (std::fgets(line.data(), line.size(), said) != nullptr)
    if (std::cmatch match; std::regex_search(line.data(), match, warning)) names.insert(match[1]);
  pclose(said);
  for (const std::string& name : names) faults.push_back(name + " is not as clang-format writes it");
  return faults;
}

Size size_of_libraries(const Path& root) {
  Size size;
  std::vector<int> lengths;
  for (const Path& file : sources_under(root, libraries)) {
    const auto lines = lines_of(file);
    lengths.push_back(static_cast<int>(lines.size()));
    for (const std::string& line : lines)
      for (std::size_t at = line.find("static_cast<"); at != std::string::npos;
           at = line.find("static_cast<", at + 1))
        ++size.static_casts;
  }
  size.files = static_cast<int>(lengths.size());
  if (lengths.empty()) return size;
  const auto middle = lengths.begin() + std::ssize(lengths) / 2;
  std::ranges::nth_element(lengths, middle);
  size.median_lines = *middle;
  return size;
}

int files_seen(const Path& root) { return static_cast<int>(sources_under(root, house).size()); }

}  // namespace scpp::house
