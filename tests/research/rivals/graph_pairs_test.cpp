#include "rivals/graph_pairs.hpp"

#include <gtest/gtest.h>

#include "base/decompositions.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// All eigenpairs of the graph's matrix, ascending.
EigenPairs all_pairs(const SimilarityGraph& graph) { return symmetric_eigenpairs(-graph.shifted(0)); }

/// At this sigma the graph of a cloud is all but in pieces: the leading eigenvalues differ by less than 1e-4,
/// which products with the matrix alone do not part.
TEST(GraphPairs, AreFoundWhereEigenvaluesCrowdNearOne) {
  const RowMatrix rows = build::normal_matrix(300, 2, 1);
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(0.09);
  constexpr Index wanted = 4;
  const auto all = all_pairs(graph);
  const Vector expected = all.values.tail(wanted + 1).reverse();
  const double gap = expected[wanted - 1] - expected[wanted];
  ASSERT_GT(gap, smallest_gap);
  ASSERT_LT(gap, 1e-4);
  const LeadingPairs found = graph_pairs(graph, wanted);
  ASSERT_TRUE(found.converged);
  // The shifted system, of condition 2e5, costs five of sixteen digits.
  EXPECT_LT((found.values.head(wanted) - expected.head(wanted)).cwiseAbs().maxCoeff(), 1e-10);
  // Davis and Kahan: residual over gap, both in the inverse 1e-5 / (1 + 1e-5 - lambda).
  const Vector inverse = 1e-5 / (1 + 1e-5 - expected.array());
  const ColMatrix exact = all.vectors.rightCols(wanted);
  const ColMatrix outside = found.vectors - exact * (exact.transpose() * found.vectors);
  EXPECT_LT(outside.norm(), 2e-8 / (inverse[wanted - 1] - inverse[wanted]));
}

/// Ten pairs of rows, far apart, are ten parts: eigenvalue 1 ten times.
TEST(GraphPairs, SayThatAGraphHasMoreParts) {
  RowMatrix rows(20, 1);
  for (Index i = 0; i < 20; ++i)
    rows(i, 0) = 100.0 * static_cast<double>(i / 2) + 0.1 * static_cast<double>(i % 2);
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(1);
  EXPECT_TRUE(has_more_parts(graph_pairs(graph, 3), 3));
  EXPECT_TRUE(has_more_parts(graph_pairs(graph, 9), 9));
  EXPECT_FALSE(has_more_parts(graph_pairs(graph, 10), 10));
}

}  // namespace
}  // namespace scpp
