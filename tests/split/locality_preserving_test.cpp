// Directions that follow the neighbour graph.
#include <gtest/gtest.h>

#include <numeric>

#include "split/start.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Prepared {
  PreparedNode node;
  NodeGraph graph;
};

Prepared prepared(const RowMatrix& rows) {
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const Vector ones = Vector::Ones(rows.rows());
  return {prepare_node(rows, ones, {}, 50, 20), NodeGraph(nearest_neighbours(rows, 10), all, ones)};
}

/// Share of a direction's squared length that lies in the first `count` columns.
double share_in_first(const Vector& direction, Index count) {
  return direction.head(count).squaredNorm() / direction.squaredNorm();
}

TEST(SmoothDirections, FindThePlantedSubspaceThatVarianceHides) {
  // Four clouds in the first two columns; four columns of noise with more variance than these.
  RowMatrix rows = build::normal_matrix(600, 6, 1);
  for (Index i = 0; i < 600; ++i) {
    rows(i, 0) = 0.3 * rows(i, 0) + (i % 2 ? 2 : -2);
    rows(i, 1) = 0.3 * rows(i, 1) + (i % 4 < 2 ? 2 : -2);
    rows.row(i).tail(4) *= 2.5;
  }
  const auto [node, graph] = prepared(rows);
  // A random direction has a share of 1/3 there, the first principal components hardly any.
  EXPECT_LT(share_in_first(node.principal.vectors.col(0), 2), 0.1);
  const ColMatrix smooth = locality_preserving_projections(node, graph);
  for (Index i = 0; i < 2; ++i) EXPECT_GT(share_in_first(smooth.col(i), 2), 0.9) << i;
}

TEST(SmoothDirections, AreUnitAndTheSmoothestFirst) {
  const auto [node, graph] = prepared(build::blobs(200, 5, 3, 1.0, 2).rows);
  const ColMatrix smooth = locality_preserving_projections(node, graph);
  ASSERT_EQ(smooth.cols(), 5);
  double before = 1;
  for (Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(smooth.col(i).norm(), 1, tolerance::rounding);
    Vector x = *node.centred * smooth.col(i);
    x.array() -= graph.degree().dot(x) / graph.degree().sum();
    const double quotient = x.dot(graph.multiply(x)) / x.dot(graph.degree().cwiseProduct(x));
    EXPECT_LE(quotient, before + tolerance::rounding);
    before = quotient;
  }
}

TEST(SmoothDirections, DoWithRowsOnALine) {
  const Vector along = build::normal_vector(40, 3);
  const RowMatrix rows = along * Eigen::RowVector3d(1, 2, -1);
  const auto [node, graph] = prepared(rows);
  const ColMatrix smooth = locality_preserving_projections(node, graph);
  ASSERT_EQ(smooth.cols(), 1);
  EXPECT_TRUE(smooth.allFinite());
}

}  // namespace
}  // namespace scpp
