#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/synthetic.hpp"
#include "scpp/errors.hpp"
#include "scpp/report.hpp"

namespace scpp {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class EditsTest : public testing::Test {
 protected:
  Edits edits(int clusters, std::vector<int> pruned = {},
              std::vector<std::pair<int, std::string>> names = {}) const {
    return {model_digest(made_.model), clusters, std::move(pruned), std::move(names)};
  }
  /// The node of the edited tree whose leaves hold exactly the clusters that now have label `label`.
  std::vector<std::int32_t> before(const Edited& edited, std::int32_t label) const {
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < edited.label_from.size(); ++i)
      if (edited.label_from[i] == label) labels.push_back(static_cast<std::int32_t>(i));
    return labels;
  }

  test::Synthetic made_ = test::make_synthetic({.rows = 300, .columns = 4, .clusters = 8});
  int first_child_ = made_.model.tree.nodes[0].children[0];
};

TEST_F(EditsTest, NothingEditedIsTheSameModel) {
  const Edited edited = apply_edits(made_.model, edits(8));
  EXPECT_EQ(model_digest(edited.model), model_digest(made_.model));
  EXPECT_EQ(relabelled(edited, made_.labels), made_.labels);
}

TEST_F(EditsTest, ACutIsTheLibrarysCut) {
  for (int clusters = 1; clusters <= 8; ++clusters)
    EXPECT_EQ(model_digest(apply_edits(made_.model, edits(clusters)).model),
              model_digest(cut(made_.model, clusters)));
}

TEST_F(EditsTest, PruningJoinsTheLeavesBelowAndNothingElse) {
  const Edited edited = apply_edits(made_.model, edits(8, {first_child_}, {{first_child_, "joined"}}));
  EXPECT_EQ(edited.names[0], "joined");
  EXPECT_EQ(before(edited, 0), (std::vector<std::int32_t>{0, 1, 2}));  // 8 clusters are split 3 to 5
  for (std::int32_t label = 1; label < 6; ++label) EXPECT_EQ(before(edited, label), std::vector{label + 2});
  EXPECT_EQ(edited.model.tree.clusters(), 6u);
}

TEST_F(EditsTest, SeveralPruningsDoNotDependOnTheirOrder) {
  const int second_child = made_.model.tree.nodes[0].children[1];
  const Edited a = apply_edits(made_.model, edits(8, {first_child_, second_child}));
  const Edited b = apply_edits(made_.model, edits(8, {second_child, first_child_}));
  EXPECT_EQ(model_digest(a.model), model_digest(b.model));
  EXPECT_EQ(a.label_from, b.label_from);
}

TEST_F(EditsTest, RefusesEditsThatDoNotFit) {
  const auto refused = [&](const Edits& made, const std::string& sentence) {
    EXPECT_THAT([&] { apply_edits(made_.model, made); }, ThrowsMessage<InvalidArgument>(HasSubstr(sentence)));
  };
  refused({"0123456789abcdef", 8, {}, {}}, "another model");
  refused(edits(0), "at least 1");
  refused(edits(8, {made_.model.tree.leaves()[0]}), "no split there");
  refused(edits(8, {1000}), "node 1000");
  refused(edits(8, {0, first_child_}), "removed its split");
  refused(edits(8, {}, {{0, "all"}}), "not a cluster");
}

TEST(ParseEdits, ReadsWhatThePageWrites) {
  const Edits edits = parse_edits(R"({"format": "scpp-edits", "version": 1, "model": "00ff", "clusters": 7,
                                      "pruned": [4], "names": [{"node": 4, "name": "zeros"}]})",
                                  "edits.json");
  EXPECT_EQ(edits.digest, "00ff");
  EXPECT_EQ(edits.clusters, 7);
  EXPECT_EQ(edits.pruned, std::vector{4});
  EXPECT_EQ(edits.names, (std::vector<std::pair<int, std::string>>{{4, "zeros"}}));
}

TEST(ParseEdits, RefusesAnythingElseAndNamesTheFile) {
  const std::string good = R"("model": "00", "clusters": 2, "names": [])";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{", "not valid JSON"},
      {"[]", "JSON object"},
      {"{}", "is missing"},
      {R"({"format": "other", "version": 1, "pruned": [], )" + good + "}", "scpp-edits"},
      {R"({"format": "scpp-edits", "version": 2, "pruned": [], )" + good + "}", "\"version\" is 2"},
      {R"({"format": "scpp-edits", "version": 1, "pruned": [-1], )" + good + "}", "-1"},
      {R"({"format": "scpp-edits", "version": 1, "pruned": [1.5], )" + good + "}", "1.5"},
      {R"({"format": "scpp-edits", "version": 1, "pruned": 3, )" + good + "}", "list"},
      {R"({"format": "scpp-edits", "version": 1, "pruned": [], "extra": 1, )" + good + "}", "\"extra\""}};
  for (const auto& [content, sentence] : bad)
    EXPECT_THAT([&text = content] { parse_edits(text, "my.json"); },
                ThrowsMessage<FileError>(testing::AllOf(HasSubstr(sentence), HasSubstr("my.json"))))
        << content;
}

TEST(Digest, TellsModelsApart) {
  auto made = test::make_synthetic({.rows = 50, .columns = 3, .clusters = 3});
  const std::string before = model_digest(made.model);
  made.model.tree.nodes[0].split->lambda2 *= 1 + 1e-15;
  EXPECT_NE(model_digest(made.model), before);
  EXPECT_THAT(before, testing::MatchesRegex("[0-9a-f]{16}"));
}

}  // namespace
}  // namespace scpp
