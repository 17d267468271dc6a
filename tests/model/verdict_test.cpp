// How clear clusters and splits are: laws that small models show. tests/laws has what a verdict says of data.
#include "scpp/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scpp/fit.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

FitOptions asking_for(int clusters) {
  FitOptions options;
  options.quality = Quality::fast;
  options.clusters = clusters;
  options.threads = 1;
  return options;
}

double rows_of(const Model& model, int label) { return model.tree.nodes[model.tree.leaves()[label]].rows; }

TEST(VerdictLaws, ASplitInTwoIsAsClearAsItsClusters) {
  const build::Blobs made = build::blobs(200, 4, 2, 1.5, 1);
  const Model model = fit(build::view(made.rows), asking_for(2)).model;
  const Verdict said = verdict(model);
  ASSERT_EQ(said.clusters.size(), 2);
  for (const int part : {0, 1}) {
    EXPECT_EQ(said.clusters[part].nearest, 1 - part);
    EXPECT_NEAR(said.clusters[part].clarity, *said.splits[0], tolerance::rounding);
  }
  EXPECT_GT(*said.splits[0], 0);
  EXPECT_LT(*said.splits[0], 1);
}

/// A split's clarity is the mean of its clusters', each beside the nearest across; at the root of three
/// clusters the one that is alone on its side faces all others.
TEST(VerdictLaws, ASplitOfThreeIsTheMeanOfItsClusters) {
  const build::Blobs made = build::blobs(300, 4, 3, 1.5, 2);
  const Model model = fit(build::view(made.rows), asking_for(3)).model;
  const Verdict said = verdict(model);
  ASSERT_EQ(said.clusters.size(), 3);
  double mean = 0;
  for (const int part : {0, 1, 2}) mean += rows_of(model, part) * said.clusters[part].clarity;
  mean /= model.tree.nodes[0].rows;
  const std::vector<int> splits = model.tree.splits();
  for (const int split : splits) EXPECT_GE(*said.splits[split], mean - tolerance::rounding);
  const double least = std::min(*said.splits[splits[0]], *said.splits[splits[1]]);
  EXPECT_LT(least, 1);
  for (Index node = 0; node < std::ssize(model.tree.nodes); ++node)
    EXPECT_EQ(said.splits[node].has_value(), model.tree.nodes[node].split.has_value());
}

/// Rows near curves of two kinds; where curve 0 or 1 is at an angle.
template <typename Curve>
std::string said_of_curves(Curve at) {
  constexpr Index count = 600;
  RowMatrix rows = 0.04 * build::normal_matrix(count, 2, 4);
  for (Index i = 0; i < count; ++i)
    rows.row(i) += at(i % 2, 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / count);
  FitOptions options = asking_for(2);
  options.quality = Quality::standard;
  return verdict(fit(build::view(rows), options).model).sentence;
}

TEST(VerdictLaws, WhatHardlyAnEdgeJoinsIsClearThoughNoLineShowsAValley) {
  const auto ring = [](double radius, double angle) -> Eigen::RowVector2d {
    return {radius * std::cos(angle), radius * std::sin(angle)};
  };
  using testing::Not, testing::HasSubstr;
  EXPECT_EQ(said_of_curves([&](Index which, double angle) { return ring(which ? 1 : 0.4, angle); }),
            "2 clusters: both clear");
  EXPECT_THAT(said_of_curves([&](Index, double angle) { return ring(1, angle); }), Not(HasSubstr("clear")))
      << "a ring cut in two";
  EXPECT_THAT(said_of_curves([](Index, double angle) { return Eigen::RowVector2d(10 * angle, 0); }),
              HasSubstr("may be one"))
      << "a chain cut in two";
}

/// Two clouds in one cluster, and one cloud that is cut in two. Its first `count` reference rows are those of
/// the joined cluster, half of them of either cloud.
Model joined_and_cut(Index count) {
  RowMatrix rows = build::normal_matrix(400, 4, 3);
  for (Index i = 0; i < 400; ++i) {
    rows(i, 0) += i % 2 ? 80 : 0;
    rows(i, 1) += i % 4 == 0 ? 15 : 0;
  }
  FitOptions options = asking_for(4);
  options.data.standardise = false;
  const Fit found = fit(build::view(rows), options);
  int joined = found.model.tree.leaves()[found.labels[0]];  // then its ancestor below the root
  while (found.model.tree.nodes[joined].parent > 0) joined = found.model.tree.nodes[joined].parent;
  Model model = prune(found.model, joined);
  std::vector<Index> kept;  // one cloud after the other: every other row of each is in either half
  for (Index i = 0; std::ssize(kept) < count / 2; i += 4) kept.push_back(i);
  for (Index i = 2; std::ssize(kept) < count; i += 4) kept.push_back(i);
  for (Index i = 1; i < 400; i += 2) kept.push_back(i);
  model.reference = ReferenceRows{{std::ssize(kept), 4, {}}, std::vector<double>(kept.size(), 1.0)};
  for (const Index row : kept)
    model.reference->rows.values.insert(model.reference->rows.values.end(), rows.row(row).begin(),
                                        rows.row(row).end());
  return model;
}

TEST(VerdictLaws, ACutOfAClusterIsJudgedFromFortyReferenceRowsOn) {
  const Model enough = joined_and_cut(40);
  ASSERT_EQ(enough.tree.clusters(), 3);
  EXPECT_TRUE(verdict(enough).better_split) << verdict(enough).sentence;
  EXPECT_FALSE(verdict(joined_and_cut(39)).better_split);
}

}  // namespace
}  // namespace scpp
