#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/sample_models.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using samples::expect_same;
using samples::random_model;
using samples::Shape;
using testing::ElementsAre;
using testing::HasSubstr;

/// Root split in three; its second child split in two.
Model three_then_two() {
  Model model = random_model(1, {.splits = 1, .ways = 3});
  std::vector<Node>& nodes = model.tree.nodes;
  nodes[2].children = {4, 5};
  nodes[2].order = 1;
  nodes[2].split = nodes[0].split;
  nodes.resize(6);
  nodes[4].parent = nodes[5].parent = 2;
  return model;
}

/// What a leaf of the original is called in a shortened tree is only known by content: the random rows
/// identify it.
std::set<double> rows_from_root(const Tree& tree, int node) {
  std::set<double> rows;
  for (; node >= 0; node = tree.nodes[node].parent) rows.insert(tree.nodes[node].rows);
  return rows;
}

void expect_well_formed(const Tree& tree) {
  std::vector<int> orders;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    EXPECT_EQ(node.split.has_value(), !node.children.empty());
    EXPECT_EQ(node.parent < 0, i == 0);
    EXPECT_LT(node.parent, static_cast<int>(i));
    for (const int child : node.children) EXPECT_EQ(tree.nodes.at(child).parent, static_cast<int>(i));
    if (!node.children.empty()) orders.push_back(node.order.value());
    if (node.children.empty()) {
      EXPECT_FALSE(node.order);
      EXPECT_TRUE(node.why_leaf);
    }
  }
  std::sort(orders.begin(), orders.end());
  for (std::size_t i = 0; i < orders.size(); ++i) EXPECT_EQ(orders[i], static_cast<int>(i));
}

TEST(Leaves, ComeDepthFirstWithTheFirstChildFirst) {
  EXPECT_THAT(three_then_two().tree.leaves(), ElementsAre(1, 4, 5, 3));
  EXPECT_EQ(three_then_two().tree.clusters(), 4u);
}

TEST(Leaves, OfARootAloneIsTheRootAndOfNoTreeNone) {
  EXPECT_THAT(random_model(1, {.splits = 0}).tree.leaves(), ElementsAre(0));
  EXPECT_TRUE(Tree{}.leaves().empty());
}

TEST(Leaves, OfAVeryDeepTreeNeedNoDeepStack) {
  Tree chain;
  const int depth = 300'000;
  chain.nodes.resize(2 * depth + 1);
  for (int i = 0; i < depth; ++i) chain.nodes[i == 0 ? 0 : 2 * i].children = {2 * i + 1, 2 * i + 2};
  EXPECT_EQ(chain.clusters(), static_cast<std::size_t>(depth) + 1);
}

TEST(Cut, KeepsTheFirstSplitsThatFit) {
  const Model model = three_then_two();
  EXPECT_THAT(cut(model, 4).tree.leaves(), ElementsAre(1, 4, 5, 3));
  EXPECT_THAT(cut(model, 3).tree.leaves(), ElementsAre(1, 2, 3));
  EXPECT_THAT(cut(model, 2).tree.leaves(), ElementsAre(0))
      << "a root with three children fits no two clusters";
  EXPECT_THAT(cut(model, 1).tree.leaves(), ElementsAre(0));
}

TEST(Cut, SaysInTheLeafThatItWasCut) {
  const Model model = cut(three_then_two(), 3);
  EXPECT_EQ(model.tree.nodes[2].why_leaf, LeafReason::cut);
  EXPECT_EQ(model.tree.nodes[1].why_leaf, three_then_two().tree.nodes[1].why_leaf);
}

TEST(Cut, ToAsManyClustersOrMoreChangesNothing) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Model model = random_model(seed, {.splits = 6});
    expect_same(cut(model, static_cast<int>(model.tree.clusters())), model);
    expect_same(cut(model, 1'000'000), model);
  }
}

TEST(Cut, GivesAsManyClustersAsAskedWhenSplitsAreTwoWay) {
  const Model model = random_model(3, {.splits = 8});
  for (int clusters = 1; clusters <= 9; ++clusters) {
    const Model fewer = cut(model, clusters);
    EXPECT_EQ(fewer.tree.clusters(), static_cast<std::size_t>(clusters));
    expect_well_formed(fewer.tree);
  }
}

TEST(Cut, TwiceIsTheSmallerCutOnce) {
  for (const int ways : {2, 5}) {
    const Model model = random_model(7, {.splits = 6, .ways = ways});
    const int all = static_cast<int>(model.tree.clusters());
    for (int first = 1; first <= all; ++first)
      for (int second = 1; second <= all; ++second)
        expect_same(cut(cut(model, first), second), cut(model, std::min(first, second)));
  }
}

TEST(Cut, LeavesAreAncestorsOfTheOriginalLeavesInTheSameSequence) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Model model = random_model(seed, {.splits = 7});
    const Model fewer = cut(model, 4);
    const std::vector<int> leaves = fewer.tree.leaves();
    std::size_t position = 0;
    for (const int original : model.tree.leaves()) {
      const std::set<double> line = rows_from_root(model.tree, original);
      const auto above = [&](int leaf) { return line.contains(fewer.tree.nodes[leaf].rows); };
      if (position < leaves.size() && !above(leaves[position])) ++position;
      ASSERT_LT(position, leaves.size());
      EXPECT_TRUE(above(leaves[position]));
      EXPECT_EQ(std::count_if(leaves.begin(), leaves.end(), above), 1);
    }
    EXPECT_EQ(position + 1, leaves.size());
  }
}

TEST(Cut, RefusesFewerThanOneCluster) {
  EXPECT_THROW(cut(three_then_two(), 0), InvalidArgument);
  EXPECT_THROW(cut(three_then_two(), -3), InvalidArgument);
}

TEST(Prune, RemovesEverythingBelowTheNodeAndNothingElse) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Model model = random_model(seed, {.splits = 7});
    for (int node = 0; node < static_cast<int>(model.tree.nodes.size()); ++node) {
      if (model.tree.nodes[node].children.empty()) continue;
      const Model pruned = prune(model, node);
      expect_well_formed(pruned.tree);
      std::multiset<double> expected, found;
      for (std::size_t i = 0; i < model.tree.nodes.size(); ++i) {
        int above = model.tree.nodes[i].parent;
        while (above >= 0 && above != node) above = model.tree.nodes[above].parent;
        if (above < 0) expected.insert(model.tree.nodes[i].rows);
      }
      for (const Node& kept : pruned.tree.nodes) found.insert(kept.rows);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(Prune, NumbersTheRemainingSplitsAgainInTheirOrder) {
  Model model = random_model(11, {.splits = 9});
  const int first_child = model.tree.nodes[0].children[0];
  const int second_child = model.tree.nodes[0].children[1];
  const int target = model.tree.nodes[first_child].children.empty() ? second_child : first_child;
  const Model pruned = prune(model, target);
  std::vector<std::pair<int, double>> before, after;
  for (const Node& node : pruned.tree.nodes)
    if (node.order) after.emplace_back(*node.order, node.rows);
  for (const Node& node : model.tree.nodes)
    if (std::any_of(after.begin(), after.end(), [&](auto& entry) { return entry.second == node.rows; }))
      before.emplace_back(node.order.value(), node.rows);
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(before[i].second, after[i].second);
}

TEST(Prune, AtTheRootIsTheCutToOneClusterButForTheReason) {
  const Model model = random_model(5, {.splits = 4});
  Model pruned = prune(model, 0);
  const Model one = cut(model, 1);
  EXPECT_NE(pruned.tree.nodes[0].why_leaf, one.tree.nodes[0].why_leaf);
  pruned.tree.nodes[0].why_leaf = one.tree.nodes[0].why_leaf;
  expect_same(pruned, one);
}

TEST(Prune, RefusesALeafAndANodeThatIsNotThere) {
  const Model model = three_then_two();
  EXPECT_THROW(prune(model, -1), InvalidArgument);
  EXPECT_THROW(prune(model, 6), InvalidArgument);
  EXPECT_THROW(prune(model, 1), InvalidArgument);
  EXPECT_THROW(prune(Model{}, 0), InvalidArgument);
}

TEST(Transform, ConstantColumnsAreThoseOfScaleZero) {
  const Transform transform{{1, 2, 3, 4}, {0.0, 1.0, -0.0, 1e-308}, {}};
  EXPECT_THAT(transform.constant_columns(), ElementsAre(0u, 2u));
}

}  // namespace
}  // namespace scpp
