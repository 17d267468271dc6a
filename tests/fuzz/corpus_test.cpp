// The short part of fuzzing, without libFuzzer: every seed, every input that once was a finding, and some
// thousands of mutants of them drawn from a fixed stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/random.hpp"
#include "fuzz/entries.hpp"

namespace scpp::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> found_inputs(const std::string& entry) {
  std::vector<fs::path> paths;
  const fs::path folder = fs::path(SCPP_FUZZ_FOUND) / entry;
  if (fs::exists(folder))
    for (const auto& file : fs::directory_iterator(folder)) paths.push_back(file.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

std::string mutant(std::string bytes, const std::vector<std::string>& others, Random& random) {
  for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
    const std::size_t at = random.below(bytes.size() + 1);
    const std::string& other = others[random.below(others.size())];
    switch (random.below(5)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random.word());
        break;
      case 1:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes.erase(at, 1 + random.below(8));
        break;
      case 3:
        bytes.insert(at, other.substr(random.below(other.size() + 1), random.below(16)));
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

void expect_sound(const Entry& entry, const std::string& bytes) {
  const std::vector<char> exact(bytes.begin(), bytes.end());  // no byte behind the last, not even a zero
  try {
    run_entry(entry, {exact.data(), exact.size()});
  } catch (const std::exception& finding) {
    ADD_FAILURE() << entry.name << " on " << testing::PrintToString(bytes) << ": " << finding.what();
  }
}

class Fuzz : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Entry& entry() const { return entries()[GetParam()]; }
};

TEST_P(Fuzz, SeedsAreSound) {
  for (const std::string& seed : entry().seeds()) expect_sound(entry(), seed);
}

TEST_P(Fuzz, InputsOnceFoundAreSound) {
  for (const std::string& input : found_inputs(entry().name)) expect_sound(entry(), input);
}

TEST_P(Fuzz, MutantsAreSound) {
  std::vector<std::string> known = entry().seeds();
  for (std::string& input : found_inputs(entry().name)) known.push_back(std::move(input));
  Random random(8, GetParam());
  const char* asked = std::getenv("SCPP_FUZZ_MUTANTS");
  const int mutants = asked                           ? std::atoi(asked)
                      : entry().name.ends_with("fit") ? 300
                      : entry().name == "built_model" ? 1000
                                                      : 3000;
  for (int i = 0; i < mutants; ++i)
    expect_sound(entry(), mutant(known[random.below(known.size())], known, random));
}

INSTANTIATE_TEST_SUITE_P(Entries, Fuzz, ::testing::Range<std::size_t>(0, entries().size()),
                         [](const auto& tested) { return entries()[tested.param].name; });

/// libFuzzer begins with these: SCPP_FUZZ_SEEDS names the folder that scripts/fuzz wants them in.
TEST(FuzzSeeds, CanBeWritten) {
  const char* folder = std::getenv("SCPP_FUZZ_SEEDS");
  if (!folder) GTEST_SKIP() << "SCPP_FUZZ_SEEDS names no folder";
  for (const Entry& entry : entries()) {
    fs::create_directories(fs::path(folder) / entry.name);
    int number = 0;
    for (const std::string& seed : entry.seeds())
      std::ofstream(fs::path(folder) / entry.name / ("seed" + std::to_string(number++)), std::ios::binary)
          << seed;
  }
}

}  // namespace
}  // namespace scpp::fuzz
