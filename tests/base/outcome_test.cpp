#include "scpp/outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace scpp {
namespace {

/// Words are names in programs, so they are unique and look like names; sentences stand behind a colon.
template <class Value>
void expect_all_told(const std::vector<Value>& values, Value last) {
  std::set<std::string_view> words, sentences;
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(values[i]), i);
    const std::string_view name = word(values[i]), told = sentence(values[i]);
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), name.npos) << name;
    EXPECT_TRUE(words.insert(name).second) << name;
    EXPECT_TRUE(sentences.insert(told).second) << told;
    ASSERT_FALSE(told.empty()) << name;
    EXPECT_NE(told.back(), '.') << told;
  }
  EXPECT_EQ(values.back(), last);
}

TEST(Outcome, EveryValueHasAWordAndASentence) {
  expect_all_told(stop_reasons(), StopReason::radius_small);
  expect_all_told(leaf_reasons(), LeafReason::pruned);
  expect_all_told(stages(), Stage::label);
}

TEST(Outcome, SentencesTellTheirReason) {
  for (const StopReason reason : stop_reasons()) EXPECT_EQ(stop_reason_told(sentence(reason)), reason);
  for (const LeafReason reason : leaf_reasons())
    EXPECT_EQ(leaf_reason_told(WhyLeaf(reason).sentence), reason);
}

TEST(Outcome, OtherTextTellsNoReason) {
  for (const std::string text :
       {"", "gradient_small", "the gradient", "the gradient is small.", "Enough clusters"}) {
    EXPECT_FALSE(stop_reason_told(text)) << text;
    EXPECT_FALSE(leaf_reason_told(text)) << text;
  }
}

}  // namespace
}  // namespace scpp
