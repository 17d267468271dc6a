#include "micro/kmeans.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

double cost(const RowMatrix& rows, const Vector& weights, const KMeans& found) {
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    sum += weights[i] *
           (rows.row(i) - found.centres.row(found.membership[static_cast<std::size_t>(i)])).squaredNorm();
  return sum;
}

TEST(KMeans, EndsAtAFixedPoint) {
  const RowMatrix rows = build::blobs(300, 3, 4, 1.0, 1).rows;
  const Vector weights = build::random_counts(300, 5, 2);
  const KMeans found = kmeans(rows, weights, rows.topRows(10), 1000);
  EXPECT_LT(found.iterations, 1000);
  EXPECT_EQ(found.membership, NearestCentre(found.centres).find_all(rows));
  for (Index cluster = 0; cluster < found.centres.rows(); ++cluster) {
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(3);
    double total = 0;
    for (Index i = 0; i < rows.rows(); ++i)
      if (found.membership[static_cast<std::size_t>(i)] == cluster) {
        sum += weights[i] * rows.row(i);
        total += weights[i];
      }
    EXPECT_LT((found.centres.row(cluster) - sum / total).norm(), tolerance::rounding);
    EXPECT_NEAR(found.weights[cluster], total, tolerance::rounding * total);
  }
}

TEST(KMeans, EveryIterationLowersTheCost) {
  const RowMatrix rows = build::blobs(300, 3, 4, 1.0, 3).rows;
  const Vector weights = Vector::Ones(300);
  double before = std::numeric_limits<double>::infinity();
  for (int iterations = 0; iterations < 8; ++iterations) {
    const double now = cost(rows, weights, kmeans(rows, weights, rows.topRows(12), iterations));
    EXPECT_LE(now, before * (1 + tolerance::rounding));
    before = now;
  }
}

TEST(KMeans, AWeightIsARepetition) {
  const RowMatrix rows = build::normal_matrix(60, 2, 4);
  const Vector counts = build::random_counts(60, 4, 5);
  RowMatrix repeated(static_cast<Index>(counts.sum()), 2);
  for (Index i = 0, at = 0; i < 60; ++i)
    for (Index copy = 0; copy < static_cast<Index>(counts[i]); ++copy) repeated.row(at++) = rows.row(i);
  const KMeans weighted = kmeans(rows, counts, rows.topRows(6), 100);
  const KMeans plain = kmeans(repeated, Vector::Ones(repeated.rows()), rows.topRows(6), 100);
  EXPECT_LT((weighted.centres - plain.centres).norm(), tolerance::rounding);
  EXPECT_LT((weighted.weights - plain.weights).norm(), tolerance::rounding);
}

TEST(KMeans, DropsCentresWithoutRows) {
  RowMatrix centres = RowMatrix::Zero(4, 2);
  centres.row(1).setConstant(1000);  // far from every row
  centres.row(3) << 2, 2;            // row 2 is a copy of row 0 and loses every tie to it
  const RowMatrix rows = build::normal_matrix(50, 2, 6);
  const KMeans found = kmeans(rows, Vector::Ones(50), centres, 0);
  EXPECT_EQ(found.centres.rows(), 2);
  EXPECT_GT(found.weights.minCoeff(), 0);
  EXPECT_EQ(found.weights.sum(), 50);
  for (const auto cluster : found.membership) EXPECT_TRUE(cluster == 0 || cluster == 1);
}

TEST(KMeans, ThreadsDoNotMatter) {
  const RowMatrix rows = build::normal_matrix(2000, 4, 7);
  const ScopedThreads one(1);
  const KMeans alone = kmeans(rows, Vector::Ones(2000), rows.topRows(50), 10);
  const ScopedThreads five(5);
  const KMeans together = kmeans(rows, Vector::Ones(2000), rows.topRows(50), 10);
  EXPECT_EQ(together.centres, alone.centres);
  EXPECT_EQ(together.membership, alone.membership);
}

}  // namespace
}  // namespace scpp
