// A node with more columns than rows is searched in the span of its rows; nothing else may change.
#include "split/node.hpp"

#include <gtest/gtest.h>

#include "micro/microclusters.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

TEST(Node, CovarianceIsThatOfTheRows) {
  const RowMatrix rows = build::blobs(80, 5, 2, 1.0, 1).rows;
  for (const Vector& weights : {build::random_counts(80, 4, 2), Vector(Vector::Ones(80)),
                                Vector(build::random_counts(80, 4, 2).array() + 1)}) {
    const PreparedNode node = prepare_node(rows, weights, {}, 20, 5);
    const NodeData right = build::node(rows, weights);
    EXPECT_LT((node.data.covariance - right.covariance).norm(),
              tolerance::rounding * right.covariance.norm());
    EXPECT_EQ(node.rows, weights.sum());
  }
}

TEST(Node, WithMoreColumnsThanRowsKeepsDistancesAndComponents) {
  const Index n = 12, d = 50;
  const RowMatrix rows = build::blobs(n, d, 2, 1.0, 3).rows;
  const PreparedNode node = prepare_node(rows, Vector::Ones(n), {}, n, 4);
  ASSERT_TRUE(node.row_space);
  const RowMatrix back = node.row_space->lift(node.data.centres.transpose()).transpose();
  EXPECT_LT((back - node.microclusters.centres).norm(), tolerance::rounding * back.norm());
  const NodeData full = build::node(rows, Vector::Ones(n));
  const ColMatrix directions = node.in_full_space(node.principal.vectors);
  for (Index i = 0; i < 4; ++i) {
    const Vector v = directions.col(i);
    EXPECT_LE((full.covariance * v - node.principal.values[i] * v).norm(),
              tolerance::rounding * node.principal.values[0] * 10);
  }
}

/// Products of the whole table tell a node's centred rows, near to the table's mean or far from it.
TEST(Node, ProductsThatAreKnownChangeNothing) {
  for (const double away : {0.5, 20.0}) {
    RowMatrix rows = build::blobs(40, 90, 3, 1.0, 8).rows;
    rows.array() += away;
    const Vector weights = build::random_counts(40, 3, 9);
    const PreparedNode alone = prepare_node(rows, weights, {}, 10, 4);
    const PreparedNode told = prepare_node(rows, weights, {}, 10, 4, gram_matrix(rows));
    EXPECT_EQ(alone.microclusters.membership, told.microclusters.membership);
    EXPECT_EQ(alone.microclusters.centres, told.microclusters.centres);
    EXPECT_LT((alone.principal.values - told.principal.values).norm(),
              40 * tolerance::rounding * alone.principal.values[0]);
    const RowMatrix back = told.row_space->lift(told.data.centres.transpose()).transpose();
    EXPECT_LT((back - told.microclusters.centres).norm(), 40 * tolerance::rounding * back.norm());
  }
}

TEST(Node, DiameterBoundHolds) {
  const RowMatrix rows = build::normal_matrix(40, 3, 4);
  const PreparedNode node = prepare_node(rows, Vector::Ones(40), {}, 10, 3);
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_LE((rows.row(i) - rows.row(j)).norm(), node.diameter_bound);
}

}  // namespace
}  // namespace scpp
