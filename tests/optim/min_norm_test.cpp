#include <gtest/gtest.h>

#include "functions.hpp"
#include "optim/minimise.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

/// The definition: in the hull, and every column on the far side of the plane through x.
void expect_least(const ColMatrix& points, const HullPoint& found) {
  const double size = points.colwise().norm().maxCoeff();
  const double n = static_cast<double>(points.rows() + points.cols());
  EXPECT_GE(found.weights.minCoeff(), 0);
  // Sums of n terms below `size`, each rounded.
  const double rounding = 10 * n * std::numeric_limits<double>::epsilon();
  EXPECT_NEAR(found.weights.sum(), 1, rounding);
  EXPECT_LE((points * found.weights - found.point).norm(), rounding * size);
  // p'x - |x|^2 carries the rounding of x, which is `rounding * size`, times |p|.
  const double gap = found.point.squaredNorm() - (points.transpose() * found.point).minCoeff();
  EXPECT_LE(gap, rounding * size * size) << points.rows() << " x " << points.cols();
}

TEST(MinNorm, OptimalOnRandomSets) {
  Random random(1, 0);
  for (const Index n : {1, 2, 3, 10, 40})
    for (const Index count : {1, 2, 3, 10, 41, 90})
      for (const double shift : {0.0, 0.3, 3.0}) {  // about zero: the hull often holds it; away: never
        ColMatrix points = random_matrix(n, count, random);
        points.row(0).array() += shift;
        expect_least(points, min_norm_point(points));
      }
}

TEST(MinNorm, SinglePointIsItself) {
  const ColMatrix points = Vector{{3.0, -4.0}};
  const HullPoint found = min_norm_point(points);
  EXPECT_EQ(found.point, points.col(0));
  EXPECT_EQ(found.weights, Vector::Ones(1));
}

TEST(MinNorm, SegmentAndItsEnd) {
  // Foot of the perpendicular from zero to the line through (1, 2) and (1, -2); and a segment that misses it.
  EXPECT_LT((min_norm_point(ColMatrix{{1, 1}, {2, -2}}).point - Vector{{1, 0}}).norm(), 1e-15);
  EXPECT_EQ(min_norm_point(ColMatrix{{1, 1}, {2, 1}}).point, (Vector{{1, 1}}));
}

TEST(MinNorm, ZeroInsideTheHull) {
  Random random(2, 0);
  for (const Index n : {1, 2, 8, 64}) {
    ColMatrix points(n, 2 * n + 5);
    points << ColMatrix::Identity(n, n), -ColMatrix::Identity(n, n), random_matrix(n, 5, random);
    const HullPoint found = min_norm_point(points);
    expect_least(points, found);
    // Each weight is off by an epsilon or so times the condition of the corral, below 10 for unit vectors;
    // there are n of them.
    const double size = points.colwise().norm().maxCoeff();
    EXPECT_LT(found.point.norm(),
              10 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * size);
  }
}

TEST(MinNorm, DuplicatesChangeNothing) {
  Random random(3, 0);
  ColMatrix points = random_matrix(6, 9, random);
  points.row(0).array() += 2;
  const Vector once = min_norm_point(points).point;
  ColMatrix twice(6, 27);
  twice << points, points, points;
  const HullPoint found = min_norm_point(twice);
  expect_least(twice, found);
  EXPECT_LT((found.point - once).norm(), 1e-13);  // the same unique point, by another road
  const ColMatrix same = points.col(0).replicate(1, 4);
  EXPECT_LT((min_norm_point(same).point - points.col(0)).norm(), 1e-14);
}

TEST(MinNorm, TightClustersKeepTheirDigits) {
  // As gradients from two sides of a kink: two clouds of width 1e-9. With normal equations the width would be
  // lost.
  Random random(4, 0);
  const Index n = 20;
  const Vector left = random_vector(n, random), right = random_vector(n, random);
  ColMatrix points = 1e-9 * random_matrix(n, 60, random);
  points.leftCols(30).colwise() += left;
  points.rightCols(30).colwise() += right;
  expect_least(points, min_norm_point(points));
}

TEST(MinNorm, ScalesWithItsInput) {
  Random random(5, 0);
  const ColMatrix points = random_matrix(5, 8, random).array() + 1;
  const Vector plain = min_norm_point(points).point;
  // A power of two changes no mantissa, so the path is the same.
  EXPECT_EQ(min_norm_point(0x1p-60 * points).point, 0x1p-60 * plain);
}

TEST(MinNorm, ZeroColumnWins) {
  const HullPoint found = min_norm_point(ColMatrix{{1, 0, 2}, {1, 0, 3}});
  EXPECT_EQ(found.point, Vector::Zero(2));
  EXPECT_EQ(found.weights, (Vector{{0, 1, 0}}));
}

}  // namespace
}  // namespace scpp
