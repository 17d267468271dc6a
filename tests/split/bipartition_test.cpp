#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "split/pursuit.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Unit clouds in the plane, their centres on a circle of radius 12: neighbours are at least 14 apart.
build::Blobs clouds_on_a_circle(Index rows, int clusters, std::uint64_t seed) {
  build::Blobs made = build::blobs(rows, 2, clusters, 0.0, seed);
  for (Index i = 0; i < rows; ++i) {
    const double angle = 2 * std::numbers::pi * made.truth[static_cast<std::size_t>(i)] / clusters;
    made.rows.row(i) += 12 * Eigen::RowVector2d(std::cos(angle), std::sin(angle));
  }
  return made;
}

struct Seen {
  build::Blobs data;
  NodeData node;
  SpectralState state;

  Seen(int clusters, std::uint64_t seed, Vector weights)
      : data(clouds_on_a_circle(weights.size(), clusters, seed)),
        node(build::node(data.rows, std::move(weights))),
        state(node, {Laplacian::normalised, KernelKind::gaussian, 1.0, 5.0, 0.01}, 2) {
    state.evaluate(ColMatrix::Identity(2, 2), clusters - 1);
  }
};

bool same_partition(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  std::set<std::pair<int, int>> pairs;
  std::set<int> left, right;
  for (std::size_t i = 0; i < a.size(); ++i) {
    pairs.emplace(a[i], b[i]);
    left.insert(a[i]);
    right.insert(b[i]);
  }
  return pairs.size() == left.size() && pairs.size() == right.size();
}

TEST(Partition, FindsCloudsThatAreFarApart) {
  for (const int clusters : {2, 3, 4}) {
    const Seen seen(clusters, 11, Vector::Ones(80));
    const Partition found = partition(seen.state, seen.node.weights, seen.node.centres, clusters);
    EXPECT_TRUE(same_partition(found.side, seen.data.truth)) << clusters << " clouds";
  }
}

TEST(Partition, SidesAreOrderedByWeight) {
  const Seen seen(2, 12, build::random_counts(60, 9, 1));
  const Partition found = partition(seen.state, seen.node.weights, seen.node.centres, 2);
  ASSERT_EQ(found.weights.size(), 2u);
  EXPECT_GE(found.weights[0], found.weights[1]);
  EXPECT_EQ(found.smallest(), found.weights[1]);
  EXPECT_EQ(std::accumulate(found.weights.begin(), found.weights.end(), 0.0), seen.node.weights.sum());
  double heavy = 0;
  for (Index j = 0; j < 60; ++j)
    if (found.side[static_cast<std::size_t>(j)] == 0) heavy += seen.node.weights[j];
  EXPECT_EQ(heavy, found.weights[0]);
}

}  // namespace
}  // namespace scpp
