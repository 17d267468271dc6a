#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "graph/neighbours.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

const NeighbourGraph pairs{1, {1, 0, 3, 2}};  // 0-1 and 2-3, each edge named from both ends

NodeGraph graph_of(const RowMatrix& rows, const Vector& weights, Index count) {
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return {nearest_neighbours(rows, count), all, weights};
}

TEST(NormalisedCut, IsZeroBetweenComponentsAndWorkedByHandElsewhere) {
  const NodeGraph graph(pairs, {0, 1, 2, 3}, Vector::Ones(4));
  EXPECT_EQ(graph.normalised_cut({0, 0, 1, 1}), 0);
  // Sides {0} and {1,2,3}: the edge 0-1, of weight 1, is cut; volumes 1 and 3.
  EXPECT_DOUBLE_EQ(graph.normalised_cut({0, 1, 1, 1}), 1.0 + 1.0 / 3);
}

TEST(NormalisedCut, LooksOnlyAtTheRowsOfTheNode) {
  EXPECT_TRUE(std::isinf(NodeGraph(pairs, {0, 2}, Vector::Ones(4)).normalised_cut({0, 1})));
  EXPECT_DOUBLE_EQ(NodeGraph(pairs, {2, 3}, Vector::Ones(4)).normalised_cut({0, 1}), 2.0);
}

/// cut / vol(A) + cut / vol(B) = z'(D - W)z / z'Dz for z = +vol(B) on A and -vol(A) on B (Shi and Malik,
/// 2000).
TEST(NormalisedCut, IsTheRayleighQuotientOfItsIndicator) {
  const Index n = 60;
  const NodeGraph graph = graph_of(build::normal_matrix(n, 3, 1), build::random_counts(n, 4, 2), 6);
  const Vector& degree = graph.degree();
  std::vector<std::int32_t> side;
  for (Index i = 0; i < n; ++i) side.push_back(i % 3 == 0);
  double volume[2] = {0, 0};
  for (Index i = 0; i < n; ++i) volume[side[static_cast<std::size_t>(i)]] += degree[i];
  Vector z(n);
  for (Index i = 0; i < n; ++i) z[i] = side[static_cast<std::size_t>(i)] == 0 ? volume[1] : -volume[0];
  const double whole = z.dot(degree.cwiseProduct(z));
  EXPECT_NEAR(graph.normalised_cut(side), (whole - z.dot(graph.multiply(z))) / whole, tolerance::rounding);
  EXPECT_EQ(graph.vote(side).cut, graph.normalised_cut(side));
}

/// Sums of 300 positive terms, added up in another order: right to 300 units in the last place.
TEST(NormalisedCut, IsTheSameWithoutTheGraph) {
  const Index n = 60;
  const NeighbourGraph all = nearest_neighbours(build::normal_matrix(n, 3, 5), 5);
  const Vector weights = build::random_counts(n, 4, 6);
  std::vector<Index> rows;
  std::vector<std::int32_t> side;
  for (Index i = 0; i < n; ++i)
    if (i % 5) rows.push_back(i), side.push_back(i % 3 == 0);
  const double by_graph = NodeGraph(all, rows, weights).normalised_cut(side);
  EXPECT_NEAR(normalised_cut(all, rows, weights, side), by_graph, 300 * 2.3e-16 * by_graph);
  EXPECT_TRUE(std::isinf(normalised_cut(all, {0}, weights, {0}))) << "a side without edges";
}

TEST(NodeGraph, IsSymmetricAndItsDegreesAreRowSums) {
  const Index n = 50;
  const NodeGraph graph = graph_of(build::normal_matrix(n, 4, 3), build::random_counts(n, 3, 4), 5);
  EXPECT_LT((graph.multiply(Vector::Ones(n)) - graph.degree()).norm(),
            tolerance::rounding * graph.degree().norm());
  const Vector x = build::normal_vector(n, 5), y = build::normal_vector(n, 6);
  EXPECT_NEAR(x.dot(graph.multiply(y)), y.dot(graph.multiply(x)), tolerance::rounding * graph.degree().sum());
}

TEST(NodeGraph, MajorityMovesARowWhoseNeighboursAreOpposite) {
  // A triangle 0-1-2 and a triangle 3-4-5 with row 2 put on the wrong side.
  const NeighbourGraph triangles{2, {1, 2, 0, 2, 0, 1, 4, 5, 3, 5, 3, 4}};
  const NodeGraph graph(triangles, {0, 1, 2, 3, 4, 5}, Vector::Ones(6));
  EXPECT_EQ(graph.vote({0, 0, 1, 1, 1, 1}).majority, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(graph.vote({0, 0, 0, 1, 1, 1}).majority, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace scpp
