// What --summary writes is what the model and the caller say.
#include "scpp/summary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/synthetic.hpp"
#include "scpp/options.hpp"
#include "scpp/version.hpp"

namespace scpp {
namespace {

using Json = nlohmann::json;

std::string word_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

TEST(Summary, OptionsAreThoseOfTheModel) {
  Model model = test::make_synthetic({.rows = 60, .columns = 3, .clusters = 3}).model;
  model.options.split.microclusters = 77;
  model.options.data.standardise = !model.options.data.standardise;
  model.options.quality = Quality::fast;
  const Json options = Json::parse(summary_json(model, {}))["options"];
  EXPECT_EQ(options.size(), parameters().size());
  FitOptions read;
  for (const Parameter& parameter : parameters()) parameter.set(read, word_of(options[parameter.name]));
  for (const Parameter& parameter : parameters())
    EXPECT_EQ(parameter.get(read), parameter.get(model.options)) << parameter.name;
}

TEST(Summary, SplitsAreThoseOfTheTree) {
  const Model model = test::make_synthetic({.rows = 90, .columns = 3, .clusters = 4}).model;
  const Json summary = Json::parse(summary_json(model, {}));
  EXPECT_EQ(summary["clusters"], model.tree.clusters());
  const std::vector<int> splits = model.tree.splits();
  ASSERT_EQ(summary["splits"].size(), splits.size());
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const Json& told = summary["splits"][i];
    const Node& node = model.tree.nodes[splits[i]];
    EXPECT_EQ(told["node"], splits[i]);
    EXPECT_EQ(told["rows"], node.rows);
    EXPECT_EQ(told["left"], model.tree.nodes[node.children[0]].rows);
    EXPECT_EQ(told["right"], node.rows - model.tree.nodes[node.children[0]].rows);
    EXPECT_EQ(told["lambda2"], node.split->lambda2);
    EXPECT_EQ(told["sigma"], node.split->sigma);
    EXPECT_EQ(told["beta"], node.split->beta);
    EXPECT_EQ(told["evaluations"], node.split->evaluations);
  }
}

TEST(Summary, FactsAreThoseOfTheCaller) {
  const Model model = test::make_synthetic({.rows = 60, .columns = 3, .clusters = 2}).model;
  FitFacts facts{60, 3, 0.25, 1.5, 2, {}};
  EXPECT_TRUE(Json::parse(summary_json(model, facts))["scores"]["ari"].is_null());
  facts.scores = Scores{};
  facts.scores->ari = 0.5;
  facts.scores->purity = 0.75;
  const Json summary = Json::parse(summary_json(model, facts));
  EXPECT_EQ(summary["rows"], 60);
  EXPECT_EQ(summary["columns"], 3);
  EXPECT_EQ(summary["seconds"], (Json{{"read", 0.25}, {"fit", 1.5}, {"total", 2}}));
  EXPECT_EQ(summary["scores"]["ari"], 0.5);
  EXPECT_EQ(summary["scores"]["purity"], 0.75);
  EXPECT_EQ(summary["version"], SCPP_VERSION);
}

}  // namespace
}  // namespace scpp
