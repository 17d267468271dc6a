// The tree of a partition: which clusters part first.
#include "tree/explain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/standardise.hpp"
#include "support/builders.hpp"
#include "support/partitions.hpp"
#include "tree/learn_metric.hpp"

namespace scpp {
namespace {

/// Clusters 2 p and 2 p + 1 of 40 rows each touch; pairs lie far apart.
build::Blobs in_pairs(Index pairs) {
  build::Blobs made{build::normal_matrix(80 * pairs, pairs + 1, 3), {}};
  for (Index i = 0; i < made.rows.rows(); ++i) {
    const Index cluster = i / 40;
    made.truth.push_back(static_cast<std::int32_t>(cluster));
    made.rows(i, cluster / 2) += 40;
    made.rows(i, pairs) += cluster % 2 ? 2 : -2;
  }
  return made;
}

std::optional<GrownTree> explained(const build::Blobs& made, Index clusters, const Observer& watch = {}) {
  const Scaled scaled = standardise(build::view(made.rows), {}, false);
  NeighbourGraph near;
  const Graph graph = neighbour_graph(made.rows, scaled.weights, near);
  FitOptions options;
  options.clusters = static_cast<int>(clusters);
  return explain(scaled, made.truth, clusters, near, graph, options, watch);
}

/// Four clusters part in the best of all ways; fourteen are joined two by two.
TEST(Explain, PartsWhatTouchesLast) {
  for (const Index pairs : {2, 7}) {
    const build::Blobs made = in_pairs(pairs);
    const auto grown = explained(made, 2 * pairs);
    ASSERT_TRUE(grown);
    EXPECT_EQ(grown->tree.clusters(), 2 * pairs);
    EXPECT_GT(score(grown->leaf_of_row, made.truth).ari, 0.9) << "but for rows where clusters touch";
    for (const Node& node : grown->tree.nodes) {
      if (!node.split) continue;
      EXPECT_EQ(std::fmod(node.rows, 80), 0) << "whole pairs, until there is one left";
      EXPECT_EQ(node.order >= pairs - 1, node.rows == 80) << "the clearest first";
    }
  }
}

TEST(Explain, TellsOfEverySplit) {
  std::vector<Progress> told;
  const auto grown = explained(in_pairs(2), 4, [&](const Progress& progress) {
    told.push_back(progress);
    return true;
  });
  ASSERT_TRUE(grown);
  const std::vector<int> splits = grown->tree.splits();
  ASSERT_EQ(told.size(), splits.size());
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const Node& node = grown->tree.nodes[told[i].node];
    EXPECT_EQ(told[i].stage, Stage::split);
    EXPECT_EQ(told[i].node, splits[i]);
    EXPECT_EQ(told[i].rows, node.rows);
    EXPECT_EQ(told[i].lambda2, node.split->lambda2);
    EXPECT_EQ(told[i].clusters_found, static_cast<int>(i) + 1);
    EXPECT_EQ(told[i].clusters_wanted, 4);
  }
}

}  // namespace
}  // namespace scpp
