#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "report/synthetic.hpp"
#include "report/view.hpp"

namespace scpp {
namespace {

TEST(Sample, CountsAreTrue) {
  const auto made = test::make_synthetic({.rows = 9000, .columns = 3, .clusters = 7});
  const DrawnRows sample = draw_sample(made.model.tree, made.labels);
  for (std::size_t node = 0; node < made.model.tree.nodes.size(); ++node)
    EXPECT_EQ(static_cast<double>(sample.node_rows[node]), made.model.tree.nodes[node].rows);
  EXPECT_EQ(std::accumulate(sample.leaf_rows.begin(), sample.leaf_rows.end(), std::size_t{0}), 9000u);
}

TEST(Sample, DrawsEveryRowOnceAndFromItsLeaf) {
  const auto made = test::make_synthetic({.rows = 20000, .columns = 2, .clusters = 5});
  const DrawnRows sample = draw_sample(made.model.tree, made.labels);
  EXPECT_EQ(std::set<std::uint32_t>(sample.rows.begin(), sample.rows.end()).size(), sample.rows.size());
  for (std::size_t leaf = 0; leaf + 1 < sample.first.size(); ++leaf)
    for (std::size_t i = sample.first[leaf]; i < sample.first[leaf + 1]; ++i)
      EXPECT_EQ(made.labels[sample.rows[i]], static_cast<std::int32_t>(leaf));
}

/// The mean number of n rows drawn by lot from N is off N / 2 by N / sqrt(12 n) at a time.
TEST(Sample, DrawsFromAllOverTheTable) {
  constexpr double rows = 50000;
  const auto made = test::make_synthetic({.rows = 50000, .columns = 2, .clusters = 2});
  const DrawnRows sample = draw_sample(made.model.tree, made.labels);
  const double drawn = static_cast<double>(sample.rows.size());
  ASSERT_LT(drawn, rows / 2);
  const double mean = std::accumulate(sample.rows.begin(), sample.rows.end(), 0.0) / drawn;
  EXPECT_NEAR(mean, rows / 2, 5 * rows / std::sqrt(12 * drawn));
}

TEST(Sample, ANodeDrawsOnlyWhatItsChildrenDraw) {
  const auto made = test::make_synthetic({.rows = 50000, .columns = 2, .clusters = 12});
  const DrawnRows sample = draw_sample(made.model.tree, made.labels);
  for (std::size_t node = 0; node < made.model.tree.nodes.size(); ++node) {
    if (!made.model.tree.nodes[node].split) continue;
    for (const int child : made.model.tree.nodes[node].children)
      for (const int leaf : sample.leaves[child])
        EXPECT_LE(sample.taken(static_cast<int>(node), leaf), sample.taken(child, leaf));
    EXPECT_GE(sample.drawn(static_cast<int>(node)).size(), std::min(sample.limit, sample.node_rows[node]));
    // A share is rounded up and never below 5: at most 5 rows a leaf above the limit.
    EXPECT_LE(sample.drawn(static_cast<int>(node)).size(), sample.limit + 5 * sample.leaves[node].size());
  }
}

TEST(SampleShare, IsAllOfASmallNodeAndKeepsSmallLeaves) {
  EXPECT_EQ(sample_share(300, 4000, 4000), 300u);
  EXPECT_EQ(sample_share(3, 1000000, 4000), 3u);
  EXPECT_EQ(sample_share(10, 1000000, 4000), 5u);
  EXPECT_EQ(sample_share(500000, 1000000, 4000), 2000u);
}

}  // namespace
}  // namespace scpp
