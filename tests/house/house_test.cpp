// The folders are the data flow: reads every #include of src/ and refuses an arrow that points back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path source = SCPP_SOURCE;

/// What each folder may include, besides itself and the public headers.
const std::map<std::string, std::set<std::string>> allowed = {
    {"base", {}},
    {"data", {"base"}},
    {"micro", {"base", "data"}},
    {"optim", {"base"}},
    {"spectral", {"base", "data", "micro"}},
    {"split", {"base", "data", "micro", "optim", "spectral"}},
    {"tree", {"base", "data", "micro", "optim", "spectral", "split"}},
    {"model", {"base", "data", "micro", "optim", "spectral", "split", "tree"}},
    {"report", {"base", "data", "micro", "optim", "spectral", "split", "tree", "model"}},
    {"baselines", {"base", "data", "micro", "optim", "spectral", "split", "tree", "model"}},
    {"paper", {"base", "data", "micro", "optim", "spectral", "split", "tree", "model", "baselines"}}};

std::vector<fs::path> sources_under(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (entry.is_regular_file() && (ending == ".hpp" || ending == ".cpp")) found.push_back(entry.path());
  }
  return found;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The paths between the quotes or angles of a file's #include lines.
std::vector<std::string> includes_of(const fs::path& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<std::string> found;
  for (const std::string& line : lines_of(file))
    if (std::smatch match; std::regex_search(line, match, pattern)) found.push_back(match[1]);
  return found;
}

TEST(House, ArrowsPointForward) {
  std::size_t arrows = 0;
  for (const fs::path& file : sources_under(source / "src")) {
    const std::string folder = *fs::relative(file, source / "src").begin();
    ASSERT_TRUE(allowed.contains(folder))
        << "src/" << folder << " has no place in the picture of architecture";
    for (const std::string& path : includes_of(file)) {
      const std::string to = *fs::path(path).begin();
      if (to == folder || !allowed.contains(to)) continue;
      ++arrows;
      EXPECT_TRUE(allowed.at(folder).contains(to)) << file << " includes " << path;
    }
  }
  EXPECT_GT(arrows, 30u) << "the test has to see the arrows";
}

TEST(House, EveryOwnIncludeExists) {
  for (const fs::path& file : sources_under(source / "src"))
    for (const std::string& path : includes_of(file))
      if (allowed.contains(*fs::path(path).begin())) {
        EXPECT_TRUE(fs::exists(source / "src" / path)) << file << " includes " << path;
      }
}

TEST(House, ThePublicFaceShowsNoInternals) {
  static const std::regex standard_or_own(R"(^([a-z_]+|scpp/[a-z_]+\.hpp)$)");
  std::size_t seen = 0;
  for (const fs::path& file : sources_under(source / "include" / "scpp"))
    for (const std::string& path : includes_of(file)) {
      ++seen;
      EXPECT_TRUE(std::regex_match(path, standard_or_own)) << file << " includes " << path;
    }
  EXPECT_GT(seen, 10u);
}

/// Types that a file defines for others, with their namespace; those of anonymous namespaces are its own.
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

/// Two definitions of one name: the linker takes the members of either for both, and says nothing.
TEST(House, ATypeIsDefinedOnce) {
  std::map<std::string, fs::path> known;
  for (const char* folder : {"include", "src", "apps", "python"})
    for (const fs::path& file : sources_under(source / folder))
      for (const std::string& type : types_of(file)) {
        const auto [first, is_new] = known.emplace(type, file);
        EXPECT_TRUE(is_new) << type << " is defined in " << first->second << " and in " << file;
      }
  EXPECT_GT(known.size(), 100u) << "the test has to see the types";
}

TEST(House, FilesAreOfReadableSize) {
  for (const char* folder : {"src", "include", "tests"})
    for (const fs::path& file : sources_under(source / folder))
      EXPECT_LE(lines_of(file).size(), 400u) << file << " does more than one thing";
}

}  // namespace
