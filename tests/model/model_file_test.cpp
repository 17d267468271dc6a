#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "model/model_bytes.hpp"

namespace scpp {
namespace {

using nlohmann::json;
using samples::expect_same;
using samples::inf;
using samples::Parts;
using samples::random_model;

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("scpp_model_file_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~TemporaryFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::filesystem::path folder_;
};
using ModelFile = TemporaryFolder;

TEST(ModelBytes, ComeBackAsTheSameModel) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Model model =
        random_model(seed, {.splits = static_cast<int>(seed % 6), .ways = 2 + static_cast<int>(seed % 3)});
    const std::string bytes = to_bytes(model);
    const Model back = from_bytes(bytes);
    expect_same(back, model);
    EXPECT_EQ(to_bytes(back), bytes);
  }
}

TEST(ModelBytes, KeepEveryKindOfNumber) {
  Model model = random_model(1);
  model.transform.mean = {-0.0, 5e-324, 1.7976931348623157e308};
  model.transform.scale = {0.0, -1e-310, 0.1};
  Split& split = *model.tree.nodes[0].split;
  split.bounds = {std::nullopt, -inf};
  split.stability = -0.0;
  split.lambda3 = std::numeric_limits<double>::quiet_NaN();
  split.trace = {{inf, -0.0, std::numeric_limits<int>::min()},
                 {5e-324, -inf, std::numeric_limits<int>::max()}};
  split.evaluations = std::numeric_limits<Index>::max();
  expect_same(from_bytes(to_bytes(model)), model);
}

/// Earlier versions had these numbers in memory, too, and files still have them.
TEST(ModelBytes, HaveANumberForWhatIsUnknown) {
  Model model = random_model(1);
  Split& split = *model.tree.nodes[0].split;
  split.bounds = {inf, inf};
  split.neighbour_cut = split.cloud_cut = split.cloud_least = split.stability = -1;
  const std::string written = to_bytes(model);
  const Model back = from_bytes(written);
  const Split& read = *back.tree.nodes[0].split;
  for (const auto& unknown : {read.bounds.at_projection, read.bounds.uniform, read.neighbour_cut,
                              read.cloud_cut, read.cloud_least, read.stability})
    EXPECT_FALSE(unknown);
  EXPECT_FALSE(back.tree.nodes.back().order);
  EXPECT_EQ(json::parse(Parts(written).header)["nodes"].back()["order"], -1);
  EXPECT_EQ(to_bytes(back), written);
}

TEST(ModelBytes, KeepEveryKindOfText) {
  Model model = random_model(1);
  model.columns = {"", "l\u00e4nge \u957f\u5ea6 \U0001f600", std::string("zero\0 \"quoted\"\n\\", 16)};
  model.missing_rule = "l\xe4nge in Latin-1, not UTF-8";
  model.tree.nodes[0].split->stop_sentence = "\xff\xfe\x80";
  expect_same(from_bytes(to_bytes(model)), model);
}

/// Files hold sentences and no words: a model of each reason comes back with it, and so does what was written
/// when reasons were still text.
TEST(ModelBytes, TellEveryReason) {
  Model model = random_model(1);
  for (const StopReason reason : stop_reasons()) {
    model.tree.nodes[0].split->stop = reason;
    expect_same(from_bytes(to_bytes(model)), model);
  }
  std::vector<WhyLeaf> written{
      {LeafReason::enough_clusters, "enough clusters"},
      {LeafReason::too_few_rows, "too few rows: each part needs at least 4.5"},
      {LeafReason::too_few_distinct_rows, "fewer than 2 distinct rows"},
      {LeafReason::no_balanced_split, "no split with at least 5 rows on each side, down to beta = 0.5"},
      {LeafReason::one_cloud,
       "one cloud: a split cuts 0.5 of its neighbour graph, that of one Gaussian cloud 0.4, seldom below "
       "0.3"},
      {LeafReason::no_split_of_a_sample, "no balanced split in a sample of its rows"},
      {LeafReason::cut, "cut: its split was undone to have fewer clusters"},
      {LeafReason::pruned, "pruned: everything below it was removed"}};
  EXPECT_EQ(written.size(), leaf_reasons().size());
  for (const WhyLeaf& why : written) {
    model.tree.nodes.back().why_leaf = why;
    expect_same(from_bytes(to_bytes(model)), model);
    EXPECT_EQ(leaf_reason_told(why.sentence), why.reason);
  }
}

TEST(ModelBytes, KeepEmptyListsAndASingleLeaf) {
  Model model = random_model(2, {.splits = 0});
  model.columns.clear();
  model.missing_fill.clear();
  model.missing_rule.clear();
  expect_same(from_bytes(to_bytes(model)), model);
  Model untraced = random_model(2);
  untraced.tree.nodes[0].split->trace.clear();
  expect_same(from_bytes(to_bytes(untraced)), untraced);
}

TEST(ModelBytes, SayWhetherColumnsHaveNamesOrPlaces) {
  Model model = random_model(2);
  model.columns = {"column 1", "column 2", "column 3"};  // names, though they look like places
  EXPECT_FALSE(from_bytes(to_bytes(model)).places.has_value());
  model.columns = {"column 2", "column 3", "column 7"};
  model.places = Places{{1, 2, 6}};
  const Model back = from_bytes(to_bytes(model));
  ASSERT_TRUE(back.places.has_value());
  EXPECT_EQ(back.places->of_columns, model.places->of_columns);
  EXPECT_EQ(cut(back, 1).places->of_columns, model.places->of_columns);

  Parts earlier(to_bytes(model));  // earlier versions had the labels alone
  json header = json::parse(earlier.header);
  header.erase("places");
  earlier.header = header.dump();
  EXPECT_EQ(from_bytes(earlier.signed_again()).places->of_columns, model.places->of_columns);
}

TEST(ModelBytes, KeepANodeWithFiveChildren) {
  const Model model = random_model(3, {.splits = 2, .ways = 5});
  ASSERT_EQ(model.tree.nodes[0].children.size(), 5u);
  expect_same(from_bytes(to_bytes(model)), model);
}

TEST(ModelBytes, KeepEveryOption) {
  Model model = random_model(1);
  model.options.method = Method::margin;
  model.options.data.standardise = false;
  model.options.split.pursuit.kernel = KernelKind::laplace;
  model.options.split.pursuit.tolerance = 0.1 + 0.2;
  model.options.tree.rule = LeafRule::size_and_lambda2;
  model.options.seed = std::numeric_limits<std::uint64_t>::max();
  expect_same(from_bytes(to_bytes(model)), model);
}

TEST(ModelBytes, AreLittleEndianWhereTheHeaderSays) {
  Model model = random_model(1);
  model.transform.mean[1] = 1.0;  // 0x3ff0000000000000
  const Parts parts(to_bytes(model));
  const json mean = json::parse(parts.header).at("mean");
  EXPECT_EQ(mean.at("shape"), json({3}));
  EXPECT_EQ(mean.at("type"), "float64");
  EXPECT_EQ(parts.data.substr(mean.at("offset").get<std::size_t>() + 8, 8),
            std::string("\0\0\0\0\0\0\xf0\x3f", 8));
}

TEST_F(ModelFile, IsTheBytesAndLoadsAsTheSameModel) {
  const Model model = random_model(8);
  save(model, path("a.scpp"));
  EXPECT_EQ(std::filesystem::file_size(path("a.scpp")), to_bytes(model).size());
  expect_same(load(path("a.scpp")), model);
}

TEST_F(ModelFile, ReplacesAnOlderOneAndLeavesNothingElse) {
  save(random_model(8, {.splits = 5}), path("a.scpp"));
  const Model later = random_model(9);
  save(later, path("a.scpp"));
  expect_same(load(path("a.scpp")), later);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(ModelFile, ThatCannotBeUsedIsNamed) {
  const auto load_refusal = [](const std::string& name) -> std::string {
    try {
      load(name);
    } catch (const FileError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(load_refusal(path("none")), "cannot open " + path("none"));
  EXPECT_EQ(load_refusal(folder_.string()), "cannot read " + folder_.string());
  std::ofstream(path("empty"));
  EXPECT_EQ(load_refusal(path("empty")), path("empty") + " is not an scpp model");
  std::ofstream(path("text")) << "id,class\n";
  EXPECT_EQ(load_refusal(path("text")), path("text") + " is not an scpp model");
  EXPECT_THROW(save(random_model(1), path("no/such/folder")), FileError);
}

}  // namespace
}  // namespace scpp
