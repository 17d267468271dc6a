// Rows near the border move while the cut falls, and the sides stay a rule that new rows can follow.
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.hpp"
#include "micro/distances.hpp"
#include "split/judge.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

struct Begun {
  RowMatrix rows;
  Vector weights;
  NodeGraph graph;
  RuledSides sides;
};

/// Rows cut by a plane through their mean, as seen through microclusters.
Begun cut_by_plane(const RowMatrix& rows, const Vector& weights, const Vector& normal) {
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  Begun begun{rows, weights, NodeGraph(nearest_neighbours(rows, 10), all, weights), {}};
  begun.sides.microclusters = make_microclusters(rows, weights, 30);
  const double middle = rows.colwise().mean().dot(normal);
  for (const auto centre : begun.sides.microclusters.centres.rowwise())
    begun.sides.side.push_back(centre.dot(normal) > middle);
  for (const auto cluster : begun.sides.microclusters.membership)
    begun.sides.child_of_row.push_back(begun.sides.side[static_cast<std::size_t>(cluster)]);
  begun.sides.cut = begun.graph.normalised_cut(begun.sides.child_of_row);
  return begun;
}

/// Sides drawn by lot, which few centres cannot tell: as many rows become centres as may, and no more.
TEST(RuledBy, TakesATenthOfTheRowsAtMost) {
  const RowMatrix rows = build::normal_matrix(400, 3, 9);
  const Vector weights = Vector::Ones(400);
  std::vector<std::int32_t> sides;
  for (Index row = 0; row < 400; ++row) sides.push_back(Random(9, row).uniform() < 0.5);
  const Microclusters begun = make_microclusters(rows, weights, 20, Seeds::evenly);
  const RuledSides ruled = ruled_by(sides, begun, rows, weights);
  EXPECT_GT(ruled.microclusters.size(), 2 * 20) << "all were cut in two";
  EXPECT_LE(ruled.microclusters.size(), 2 * 20 + 400 / 10);
  EXPECT_EQ(ruled.microclusters.membership, NearestCentre(ruled.microclusters.centres).find_all(rows));
}

TEST(LighterSide, IsTheLessOfBothWeights) {
  const Vector weights{{1, 2, 4}};
  EXPECT_EQ(lighter_side({0, 0, 1}, weights), 3);
  EXPECT_EQ(lighter_side({1, 1, 0}, weights), 3);
  EXPECT_EQ(lighter_side({1, 1, 1}, weights), 0);
}

class Refinement : public ::testing::TestWithParam<int> {
 protected:
  Begun begun() const {
    const auto seed = static_cast<std::uint64_t>(GetParam());
    const auto made = build::blobs(300, 5, 3, 1.5, seed);
    return cut_by_plane(made.rows, build::random_counts(300, 3, seed), build::normal_vector(5, seed + 50));
  }
};

TEST_P(Refinement, NeverRaisesTheCutAndKeepsTheBalance) {
  const Begun start = begun();
  const double least_side = 0.8 * lighter_side(start.sides.child_of_row, start.weights);
  const RuledSides refined = refine(start.sides, start.rows, start.weights, start.graph, least_side);
  EXPECT_LE(refined.cut.value(), start.sides.cut.value());
  EXPECT_EQ(refined.cut, start.graph.normalised_cut(refined.child_of_row));
  EXPECT_GE(lighter_side(refined.child_of_row, start.weights), least_side);
}

TEST_P(Refinement, LeavesARuleThatGivesEveryRowItsSide) {
  const Begun start = begun();
  const RuledSides refined = refine(start.sides, start.rows, start.weights, start.graph, 0);
  const Microclusters& clusters = refined.microclusters;
  const auto nearest = NearestCentre(clusters.centres).find_all(start.rows);
  EXPECT_EQ(nearest, clusters.membership);
  Vector weights = Vector::Zero(clusters.size());
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    EXPECT_EQ(refined.side[static_cast<std::size_t>(nearest[i])], refined.child_of_row[i]);
    weights[nearest[i]] += start.weights[static_cast<Index>(i)];
  }
  EXPECT_EQ(weights, clusters.weights);
  EXPECT_GT(weights.minCoeff(), 0) << "no centre without rows";
}

INSTANTIATE_TEST_SUITE_P(Seeds, Refinement, ::testing::Range(1, 6));

/// Two clouds of 150 rows, and one microcluster of the first on the wrong side.
TEST(RefinementOfClouds, MayEndWithExactlyTheLeastSide) {
  const build::Blobs made = build::blobs(300, 4, 2, 20, 8);
  const Vector weights = Vector::Ones(300), apart = made.rows.row(1) - made.rows.row(0);
  Begun start = cut_by_plane(made.rows, weights, apart);
  ASSERT_EQ(lighter_side(start.sides.child_of_row, weights), 150);
  start.sides.side[0] = 1 - start.sides.side[0];
  for (std::size_t i = 0; i < 300; ++i)
    if (start.sides.microclusters.membership[i] == 0) start.sides.child_of_row[i] = start.sides.side[0];
  start.sides.cut = start.graph.normalised_cut(start.sides.child_of_row);
  const RuledSides refined = refine(start.sides, made.rows, weights, start.graph, 150);
  EXPECT_EQ(lighter_side(refined.child_of_row, weights), 150);
}

TEST(RefinementOfClouds, MendsACutThatIsTurned) {
  RowMatrix rows = build::normal_matrix(400, 3, 7);
  for (Index i = 0; i < 400; ++i) rows(i, 0) += i % 2 ? 3 : -3;
  const Begun start = cut_by_plane(rows, Vector::Ones(400), Vector{{1, 3, 0}});
  const RuledSides refined = refine(start.sides, start.rows, start.weights, start.graph, 40);
  const auto misplaced = [](const RuledSides& sides) {
    int count = 0;
    for (std::size_t i = 0; i < sides.child_of_row.size(); ++i)
      count += sides.child_of_row[i] != static_cast<std::int32_t>(i % 2);
    return count;
  };
  EXPECT_GT(misplaced(start.sides), 20) << "else there is nothing to mend";
  EXPECT_LE(2 * misplaced(refined), misplaced(start.sides));
}

}  // namespace
}  // namespace scpp
