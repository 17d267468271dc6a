#include "rivals/isvr.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rivals/quiet.hpp"
#include "rivals/row_kmeans.hpp"
#include "scpp/scores.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Two slabs |x_1| in [half_gap, half_gap + 2] with noise in the other columns: the widest gap is 2 half_gap,
/// along x_1.
RowMatrix slabs(Index rows, double half_gap, double noise, std::uint64_t seed) {
  RowMatrix made = noise * build::normal_matrix(rows, 3, seed);
  Random random(seed, 31);
  for (Index i = 0; i < rows; ++i) made(i, 0) = (i % 2 ? 1 : -1) * (half_gap + 2 * random.uniform());
  return made;
}

/// Gap between the two sides along x_1; negative when they overlap.
double gap_of(const RowMatrix& rows, const std::vector<std::int32_t>& side) {
  double top[2] = {-1e300, -1e300}, bottom[2] = {1e300, 1e300};
  for (Index i = 0; i < rows.rows(); ++i) {
    const int s = side[static_cast<std::size_t>(i)];
    top[s] = std::max(top[s], rows(i, 0));
    bottom[s] = std::min(bottom[s], rows(i, 0));
  }
  return std::max(bottom[1] - top[0], bottom[0] - top[1]);
}

TEST(Isvr, FindsTheWidestMarginOfASeparableSet) {
  const RowMatrix rows = slabs(200, 1, 0.5, 1);
  std::vector<std::int32_t> truth;
  for (Index i = 0; i < rows.rows(); ++i) truth.push_back(static_cast<std::int32_t>(i % 2));
  const double true_margin = gap_of(rows, truth);
  ASSERT_GE(true_margin, 2);
  const MarginSplit split = margin_split(rows, quiet);
  EXPECT_EQ(gap_of(rows, split.side), true_margin);
  EXPECT_EQ(score(split.side, truth).accuracy, 1);
}

/// Clusters of 70 and 30 percent: 2-means moves its border into the larger one, the margin does not.
TEST(Isvr, MendsTheBorderThatKMeansPutsIntoTheLargerCluster) {
  RowMatrix rows = 0.3 * build::normal_matrix(200, 2, 2);
  Random random(2, 32);
  std::vector<std::int32_t> truth;
  for (Index i = 0; i < 200; ++i) {
    const bool small = i % 20 < 7;
    rows(i, 0) = small ? 4.2 + 0.4 * random.uniform() : 3.4 * random.uniform();
    truth.push_back(small ? 1 : 0);
  }
  const double by_kmeans = score(cluster_rows(rows, 2).labels, truth).accuracy;
  const double by_margin = score(margin_split(rows, quiet).side, truth).accuracy;
  EXPECT_LT(by_kmeans, 1);
  EXPECT_GT(by_margin, by_kmeans);
}

TEST(Isvr, BiasKeepsTheBalanceAndTheLeastLoss) {
  const Vector scores = build::normal_vector(101, 3);
  const double bias = balanced_bias(scores, 0.3);
  const auto positive = (scores.array() + bias >= 0).count();
  EXPECT_LE(std::abs(2 * static_cast<double>(positive) - 101), 0.3 * 101 + 1e-9);
  Vector two_groups(100);
  for (Index i = 0; i < 100; ++i) two_groups[i] = i < 40 ? 5 : 7;  // the middle of the gap makes every loss 0
  EXPECT_EQ(balanced_bias(two_groups, 0.3), -6);
}

TEST(Isvr, BiasCannotLeaveTheBalancedRange) {
  Vector scores = Vector::LinSpaced(100, 0, 1);
  scores[99] = 50;  // an outlier that an unbalanced cut would take alone
  const auto positive = (scores.array() + balanced_bias(scores, 0.3) >= 0).count();
  EXPECT_GE(positive, 35);
  EXPECT_LE(positive, 65);
}

/// w . phi(x_i) = sum_k alpha_k K_ik with |alpha_k| <= C and sum alpha = 0; with C small every target but the
/// bias is out of reach, so all scores are at most n C in size and the residual signs fix alpha.
TEST(SupportVectors, SmallPenaltyBoundsTheScores) {
  const RowMatrix rows = build::normal_matrix(40, 2, 4);
  Vector targets(40);
  for (Index i = 0; i < 40; ++i) targets[i] = i % 2 ? 1 : -1;
  const double penalty = 1e-3;
  const auto fit = GaussianRegression(rows).fit(targets, penalty);
  EXPECT_LE(fit.scores.cwiseAbs().maxCoeff(), 40 * penalty);
  EXPECT_GE(fit.squared_norm, 0);
}

/// With a penalty above every |alpha| of the interpolant (K alpha = y - b; twenty columns keep the distances
/// alike and K well conditioned) the Laplacian loss is driven to 0: scores and targets differ by one
/// constant.
TEST(SupportVectors, LargePenaltyInterpolates) {
  const RowMatrix rows = build::normal_matrix(30, 20, 5);
  Vector targets(30);
  for (Index i = 0; i < 30; ++i) targets[i] = rows(i, 0) > 0 ? 1 : -1;
  const Vector rest = targets - GaussianRegression(rows).fit(targets, 1000).scores;
  EXPECT_LT(rest.maxCoeff() - rest.minCoeff(), 0.05);  // the solver stops at 0.01 on each side
}

TEST(Isvr, SplitsTheLargestClusterUntilThereAreEnough) {
  const auto made = build::blobs(160, 3, 4, 12, 6);
  const RivalResult found = isvr(made.rows, 4, quiet);
  EXPECT_EQ(score(found.labels, made.truth).accuracy, 1);
}

TEST(Isvr, EqualRowsStayTogether) {
  const RivalResult found = isvr(RowMatrix::Ones(10, 2), 3, quiet);
  EXPECT_EQ(std::ranges::count(found.labels, 0), 10);
}

}  // namespace
}  // namespace scpp
