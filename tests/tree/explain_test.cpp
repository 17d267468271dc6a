// The tree of a partition: which clusters part first.
#include "tree/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/standardise.hpp"
#include "support/builders.hpp"
#include "support/partitions.hpp"
#include "support/tolerances.hpp"
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

std::optional<GrownTree> explained(const build::Blobs& made, Index clusters, const Observer& watch = {},
                                   double weight = 1) {
  Scaled scaled = standardise(build::view(made.rows), {}, false);
  scaled.weights *= weight;
  const NeighbourGraph near = nearest_neighbours(made.rows, neighbours_among(made.rows.rows()));
  const Graph graph = union_graph(near, scaled.weights);
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

/// Of all ways to part five clusters in two groups, each on its own side of the first split.
TEST(Explain, TheFirstSplitHasTheLeastCut) {
  constexpr Index clusters = 5, of_each = 60;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    build::Blobs made{build::normal_matrix(clusters * of_each, 3, seed), {}};
    const RowMatrix centres = 3.2 * build::normal_matrix(clusters, 3, seed + 100);
    for (Index i = 0; i < made.rows.rows(); ++i) {
      made.truth.push_back(static_cast<std::int32_t>(i / of_each));
      made.rows.row(i) += centres.row(i / of_each);
    }
    const Graph graph = neighbour_graph(made.rows, Vector::Ones(made.rows.rows()));
    const auto cut_of = [&](unsigned group) {  // bit c: the side of cluster c
      double cut = 0, volume[2] = {0, 0};
      for (Index i = 0; i < graph.nodes(); ++i) {
        const unsigned side = group >> made.truth[i] & 1;
        volume[side] += graph.degree[i];
        for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
          if ((group >> made.truth[graph.to[at]] & 1) != side) cut += graph.weight[at] / 2;
      }
      return cut / volume[0] + cut / volume[1];
    };
    const auto grown = explained(made, clusters);
    if (!grown) continue;
    const auto is_below_first_child = [&](int node) {
      while (grown->tree.nodes[node].parent > 0) node = grown->tree.nodes[node].parent;
      return node == grown->tree.nodes[0].children[0];
    };
    unsigned found = 0;
    for (Index cluster = 0; cluster < clusters; ++cluster) {
      Index below = 0;
      for (Index i = cluster * of_each; i < (cluster + 1) * of_each; ++i)
        below += is_below_first_child(grown->leaf_of_row[i]);
      found |= static_cast<unsigned>(2 * below > of_each) << cluster;
    }
    for (unsigned group = 1; group + 1 < 1u << clusters; ++group)
      EXPECT_LE(cut_of(found), cut_of(group) + tolerance::rounding) << "seed " << seed << ", group " << group;
  }
}

/// Two large clusters and two small ones that touch two by two: sides of one size are no reason to part them
/// otherwise, and weights may be counted in any unit.
TEST(Explain, DoesNotDependOnTheUnitOfWeights) {
  build::Blobs made{build::normal_matrix(200, 3, 6), {}};
  for (Index i = 0; i < 200; ++i) {
    const std::int32_t cluster = i < 80 ? 0 : i < 160 ? 1 : i < 180 ? 2 : 3;
    made.truth.push_back(cluster);
    made.rows(i, 0) += cluster < 2 ? 0 : 12;
    made.rows(i, 1) += cluster % 2 ? 2.5 : -2.5;
  }
  const auto grown = explained(made, 4);
  ASSERT_TRUE(grown);
  const double rows = grown->tree.nodes[grown->tree.nodes[0].children[0]].rows;
  EXPECT_EQ(std::max(rows, 200 - rows), 160);
  for (const double unit : {0x1p-20, 0x1p20}) {
    const auto other = explained(made, 4, {}, unit);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->leaf_of_row, grown->leaf_of_row) << unit;
    for (std::size_t node = 0; node < grown->tree.nodes.size(); ++node)
      EXPECT_EQ(other->tree.nodes[node].rows, unit * grown->tree.nodes[node].rows) << unit;
  }
}

/// Copies of rows amid the second last of three clusters that touch are said to be of a fourth one, far away.
/// The first split sends them where they lie; if they did not join the cluster there that their edges lead
/// to, they would draw the rows that they are copies of into another.
TEST(Explain, RowsThatCrossABorderJoinTheirNeighbours) {
  constexpr Index of_each = 60, copies = 2;
  const double centres[4][2] = {{40, 0}, {0, 0}, {4.2, 1.8}, {0, 3.6}};
  build::Blobs made{build::normal_matrix(4 * of_each + copies, 2, 7), {}};
  for (Index i = 0; i < 4 * of_each; ++i) {
    made.truth.push_back(static_cast<std::int32_t>(i / of_each));
    for (Index column = 0; column < 2; ++column) made.rows(i, column) += centres[i / of_each][column];
  }
  for (Index copy = 0; copy < copies; ++copy) {
    made.truth.push_back(0);
    made.rows.row(2 * of_each + copy) << 4.2, 1.8 + 0.1 * static_cast<double>(copy);
    made.rows.row(4 * of_each + copy) = made.rows.row(2 * of_each + copy);
  }
  const auto grown = explained(made, 4);
  ASSERT_TRUE(grown);
  const auto leaf_of = [&](Index row) { return grown->leaf_of_row[row]; };
  const std::int32_t wrong = leaf_of(0), right = leaf_of(3 * of_each - 1);
  Index crossed = 0;
  for (Index copy = 0; copy < copies; ++copy) {
    EXPECT_EQ(leaf_of(4 * of_each + copy), leaf_of(2 * of_each + copy)) << "at one place";
    if (leaf_of(2 * of_each + copy) == wrong) continue;
    EXPECT_EQ(leaf_of(2 * of_each + copy), right);
    ++crossed;
  }
  EXPECT_GT(crossed, 0);
}

/// In any order, since branches are explained at the same time, but a node before those below it.
TEST(Explain, TellsOfEverySplit) {
  std::vector<Progress> told;
  const auto grown = explained(in_pairs(2), 4, [&](const Progress& progress) {
    told.push_back(progress);
    return true;
  });
  ASSERT_TRUE(grown);
  std::vector<int> nodes;
  for (const Progress& each : told) {
    const Node& node = grown->tree.nodes[each.node];
    EXPECT_EQ(each.stage, Stage::split);
    EXPECT_TRUE(node.parent < 0 || std::ranges::count(nodes, node.parent)) << each.node;
    EXPECT_EQ(each.rows, node.rows);
    EXPECT_EQ(each.lambda2, node.split->lambda2);
    nodes.push_back(each.node);
    EXPECT_EQ(each.clusters_found, static_cast<int>(nodes.size()));
    EXPECT_EQ(each.clusters_wanted, 4);
  }
  EXPECT_TRUE(std::ranges::is_permutation(nodes, grown->tree.splits()));
}

}  // namespace
}  // namespace scpp
