#include "rivals/similarity_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Distances and similarities are stored as float: relative errors of some 2^-24, and exponents up to 10
/// here.
constexpr double float_error = 1e-5;

RowMatrix dense_affinity(const RowMatrix& rows, double sigma) {
  RowMatrix a = RowMatrix::Zero(rows.rows(), rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.rows(); ++j)
      if (i != j) a(i, j) = std::exp(-(rows.row(i) - rows.row(j)).squaredNorm() / (2 * sigma * sigma));
  return a;
}

TEST(SimilarityGraph, IsTheNormalisedAffinityWithZeroDiagonal) {
  const RowMatrix rows = build::normal_matrix(53, 4, 1), x = build::normal_matrix(53, 11, 2);
  const RowMatrix a = dense_affinity(rows, 1.5);
  const Vector degrees = a.rowwise().sum();
  const Vector scaling = degrees.cwiseSqrt().cwiseInverse();
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(1.5);
  const RowMatrix expected = scaling.asDiagonal() * a * scaling.asDiagonal() * x;
  EXPECT_LT((graph.multiply(x) - expected).cwiseAbs().maxCoeff(), float_error * x.cwiseAbs().maxCoeff());
  EXPECT_LT(((graph.degrees() - degrees).array() / degrees.array()).abs().maxCoeff(), float_error);
}

TEST(SimilarityGraph, DirectionsAreRowsOfTheProductUpToAPositiveFactor) {
  const RowMatrix rows = build::normal_matrix(40, 3, 3), x = build::normal_matrix(40, 2, 4);
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(1);
  const RowMatrix product = graph.multiply(x), directions = graph.directions(x);
  for (Index i = 0; i < rows.rows(); ++i)
    EXPECT_LT((product.row(i).normalized() - directions.row(i).normalized()).norm(), 1e-3) << i;
}

/// With sigma = 0.01 every degree underflows; the normalised graph stays finite and its largest eigenvalue
/// is 1.
TEST(SimilarityGraph, MeetsNoUnderflowAtTinySigma) {
  const RowMatrix rows = build::normal_matrix(30, 5, 5);
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(0.01);
  const RowMatrix product = graph.multiply(RowMatrix::Identity(30, 30));
  EXPECT_TRUE(product.allFinite());
  EXPECT_NEAR(product.cwiseAbs().maxCoeff(), 1,
              float_error);  // a pair of mutual neighbours is a part of its own
}

TEST(SimilarityGraph, LocalScaleIsTheSeventhNeighbour) {
  const RowMatrix rows = build::normal_matrix(25, 3, 6);
  const Vector found = SquaredDistances(rows).neighbour_distance(7);
  for (Index i = 0; i < rows.rows(); ++i) {
    std::vector<double> all;
    for (Index j = 0; j < rows.rows(); ++j)
      if (j != i) all.push_back((rows.row(i) - rows.row(j)).norm());
    std::ranges::sort(all);
    EXPECT_NEAR(found[i], all[6], float_error * all[6]);
  }
}

TEST(SimilarityGraph, SameBitsForEveryInstructionSetAndThreadCount) {
  const RowMatrix rows = build::normal_matrix(101, 6, 7), x = build::normal_matrix(101, 5, 8);
  const auto product = [&](Isa isa, int threads) {
    const ScopedIsa cap(isa);
    const ScopedThreads scope(threads);
    const SquaredDistances distances(rows);
    SimilarityGraph graph(distances);
    graph.set_local_scaling();
    return graph.multiply(x);
  };
  const RowMatrix reference = product(Isa::baseline, 1);
  EXPECT_EQ(product(Isa::avx2, 1), reference);
  EXPECT_EQ(product(Isa::avx512, 2), reference);
}

}  // namespace
}  // namespace scpp
