// One node end to end.
#include "split/split.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

SplitTask two_ways(double least_side) {
  SplitTask task;
  task.least_side = least_side;
  return task;
}

std::string refusal(RowMatrix rows, const SplitTask& task, const SplitOptions& options = {}) {
  const Vector weights = Vector::Ones(rows.rows());
  const auto result = split_rows(std::move(rows), weights, {}, options, task);
  const auto* failure = std::get_if<WhyLeaf>(&result);
  return failure ? failure->sentence : "split";
}

SplitFound found(RowMatrix rows, const SplitTask& task, const SplitOptions& options = {}) {
  const Vector weights = Vector::Ones(rows.rows());
  auto result = split_rows(std::move(rows), weights, {}, options, task);
  EXPECT_TRUE(std::holds_alternative<SplitFound>(result));
  return std::get<SplitFound>(std::move(result));
}

TEST(SplitNode, PartsTwoClouds) {
  const auto made = build::blobs(100, 6, 2, 4.0, 1);
  const SplitFound split = found(made.rows, two_ways(10));
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < made.truth.size(); ++i) pairs.emplace(made.truth[i], split.child_of_row[i]);
  EXPECT_EQ(pairs.size(), 2u) << "each cloud on its own side";
}

TEST(SplitNode, SaysWhatItDid) {
  const auto made = build::blobs(120, 5, 2, 2.0, 2);
  const Split split = found(made.rows, two_ways(12)).split;
  EXPECT_EQ(split.projection.rows, 5u);
  EXPECT_EQ(split.projection.columns, 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    double squares = 0;
    for (std::size_t k = 0; k < 5; ++k) squares += split.projection(k, i) * split.projection(k, i);
    EXPECT_NEAR(squares, 1, tolerance::rounding);
  }
  EXPECT_GT(split.sigma, 0);
  EXPECT_GE(split.lambda3, split.lambda2 - tolerance::eigen_residual(120, 1));
  EXPECT_GT(split.evaluations, 0u);
  EXPECT_FALSE(split.stop_sentence.empty());
  ASSERT_FALSE(split.trace.empty());
  EXPECT_EQ(split.trace.front().step, 0);
  for (std::size_t i = 1; i < split.trace.size(); ++i)
    EXPECT_LE(split.trace[i].value, split.trace[i - 1].value);
  EXPECT_EQ(split.bounds.at_projection, 0) << "every row stands for itself here";
}

TEST(SplitNode, AsSidesAreGivenSaysWhatItDid) {
  const auto made = build::blobs(120, 5, 2, 4.0, 2);
  const auto split = split_as(made.rows, Vector::Ones(120), {}, made.truth, {}, two_ways(0));
  ASSERT_TRUE(split);
  EXPECT_EQ(split->child_of_row, made.truth) << "clouds apart";
  EXPECT_GE(split->split.evaluations, std::ssize(split->split.trace))
      << "every step is one, and some are for naught";
  EXPECT_FALSE(split->split.stop_sentence.empty());
  EXPECT_GT(split->split.sigma, 0);
}

TEST(SplitNode, BothSidesAreBalanced) {
  const RowMatrix rows = build::normal_matrix(150, 4, 3);
  const SplitFound split = found(rows, two_ways(30));
  std::vector<int> sizes(2, 0);
  for (const auto child : split.child_of_row) ++sizes[static_cast<std::size_t>(child)];
  EXPECT_GE(std::min(sizes[0], sizes[1]), 30);
}

TEST(SplitNode, ASecondStartNeverMakesItWorse) {
  const RowMatrix rows = build::blobs(100, 8, 5, 1.0, 4).rows;
  SplitOptions several;
  several.random_starts = 3;
  const auto value = [](const Split& split) { return split.trace.back().value; };
  EXPECT_LE(value(found(rows, two_ways(10), several).split), value(found(rows, two_ways(10)).split));
}

TEST(SplitNode, SaysWhyItCannot) {
  EXPECT_EQ(refusal(build::normal_matrix(9, 3, 5), two_ways(5)), "too few rows: each part needs at least 5");
  EXPECT_EQ(refusal(build::normal_matrix(1, 3, 5), two_ways(0)), "too few rows: each part needs at least 1");
  EXPECT_EQ(refusal(RowMatrix::Constant(20, 3, 0.3), two_ways(2)), "fewer than 2 distinct rows");
  RowMatrix lonely = RowMatrix::Constant(20, 3, 0.3);
  lonely.row(7).setConstant(5);
  EXPECT_EQ(refusal(lonely, two_ways(2)), "no split with at least 2 rows on each side, down to beta = 0.5");
}

}  // namespace
}  // namespace scpp
