// The paper's experiment on the eleven sets that are exactly the paper's: one default configuration, no
// labels used.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scpp/io.hpp"
#include "scpp/scpp.hpp"
#include "support/paper_sets.hpp"
#include "support/sanitized.hpp"

namespace scpp {
namespace {

std::optional<std::string> path_of(const std::string& name) {
  for (const char* ending : {".csv", ".csv.gz"})
    if (std::string path = std::string(SCPP_DATA_DIR) + "/" + name + ending; std::filesystem::exists(path))
      return path;
  return std::nullopt;
}

std::vector<std::int32_t> codes_of(const std::vector<std::string>& words) {
  std::map<std::string, std::int32_t> known;
  std::vector<std::int32_t> codes;
  for (const auto& word : words)
    codes.push_back(known.emplace(word, static_cast<std::int32_t>(known.size())).first->second);
  return codes;
}

Table table_of(const std::string& path) {
  ReadOptions read;
  read.text_columns = {"label"};
  return read_table(path, read);
}

Scores scores_of(const PaperSet& set, const Table& table, Quality quality) {
  FitOptions options;
  options.quality = quality;
  options.clusters = set.clusters;
  return score(fit(table.values, options).labels, codes_of(table.text.at(0).cells));
}

/// The demand: means of .80 and .750 (the paper's own on these sets are .792 and .745), and no set more than
/// .04 below the paper.
TEST(Reference, ReachesThePaperOnItsOwnData) {
  double purity = 0, nmi = 0;
  int count = 0;
  for (const PaperSet& set : paper_sets) {
    if (!set.exact) continue;
    const auto path = path_of(set.name);
    if (!path) GTEST_SKIP() << "the paper's data set " << set.name << " is not in " << SCPP_DATA_DIR;
    const Table table = table_of(*path);
    if (sanitized && table.values.rows() > 1000)
      continue;  // minutes each, and the means are for the build that ships
    const Scores scores = scores_of(set, table, Quality::fast);
    EXPECT_GE(scores.nmi, set.nmi - 0.04) << set.name;
    purity += scores.purity;
    nmi += scores.nmi;
    ++count;
  }
  if (sanitized) return;
  ASSERT_EQ(count, 11);
  EXPECT_GE(purity / count, 0.80);
  EXPECT_GE(nmi / count, 0.750);
  RecordProperty("mean_purity", std::to_string(purity / count));
  RecordProperty("mean_nmi", std::to_string(nmi / count));
}

/// Over subsamples of the nine sets `default` has a mean NMI of .789, give or take .009, and the best of its
/// peers .749 (research/notes/partition.md): three deviations below the one is still above the other.
TEST(Reference, DefaultIsAheadOfItsPeers) {
  if (sanitized) GTEST_SKIP() << "minutes under a sanitizer, and the mean is for the build that ships";
  double nmi = 0;
  int count = 0;
  for (const PaperSet& set : paper_sets) {
    if (!set.nine) continue;
    const auto path = path_of(set.name);
    if (!path) GTEST_SKIP() << "the paper's data set " << set.name << " is not in " << SCPP_DATA_DIR;
    nmi += scores_of(set, table_of(*path), Quality::standard).nmi;
    ++count;
  }
  ASSERT_EQ(count, 9);
  EXPECT_GE(nmi / count, 0.762);
  RecordProperty("mean_nmi", std::to_string(nmi / count));
}

}  // namespace
}  // namespace scpp
