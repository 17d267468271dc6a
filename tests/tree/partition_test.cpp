// What the partition of `default` promises, and the parts that it is made of.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "data/metric.hpp"
#include "graph/neighbours.hpp"
#include "scpp/scpp.hpp"
#include "support/builders.hpp"
#include "support/partitions.hpp"
#include "support/tolerances.hpp"
#include "tree/clouds.hpp"
#include "tree/gaussian_parts.hpp"
#include "tree/joined_communities.hpp"
#include "tree/learn_metric.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

using build::asking_for, build::cloud_of, build::in_turn, build::rand_index;

/// A dense cluster of nine tenths of the rows, and a wide one three columns away, among seven columns of
/// noise.
build::Blobs unequal(std::uint64_t seed) {
  build::Blobs made{build::normal_matrix(1000, 10, seed), Parts(1000, 0)};
  for (Index i = 0; i < 1000; ++i) {
    made.truth[i] = i % 10 == 0;
    made.rows.row(i).head(3) *= made.truth[i] ? 1.5 : 0.5;
    made.rows(i, 0) += made.truth[i] ? 6 : 0;
  }
  return made;
}

/// Five round clusters in two columns, hidden among eight columns that unit variance makes as wide.
build::Blobs hidden(std::uint64_t seed) {
  const double centres[5][2] = {{0, 0}, {8, 0}, {0, 8}, {8, 8}, {4, 4}};
  build::Blobs made{0.5 * build::normal_matrix(600, 10, seed), in_turn(600, 5)};
  for (Index i = 0; i < 600; ++i)
    for (Index column = 0; column < 2; ++column) made.rows(i, column) += centres[i % 5][column];
  return made;
}

/// Rows near `count` curves: `at` says where curve `which` is at a time from 0 to 1.
template <typename Curve>
build::Blobs along_curves(int count, Index rows, double noise, std::uint64_t seed, Curve at) {
  build::Blobs made{noise * build::normal_matrix(rows, 2, seed), in_turn(rows, count)};
  for (Index i = 0; i < rows; ++i)
    made.rows.row(i) += at(made.truth[i], (static_cast<double>(i) + 0.5) / static_cast<double>(rows));
  return made;
}

build::Blobs rings(std::uint64_t seed) {
  return along_curves(2, 600, 0.05, seed, [](int which, double time) {
    const double angle = 2 * std::numbers::pi * time, radius = which ? 1 : 0.4;
    return Eigen::RowVector2d(radius * std::cos(angle), radius * std::sin(angle));
  });
}

build::Blobs spirals(std::uint64_t seed) {
  return along_curves(3, 900, 0.1, seed, [](int which, double time) {
    const double radius = 1 + 6 * time, angle = radius + which * 2 * std::numbers::pi / 3;
    return Eigen::RowVector2d(radius * std::cos(angle), radius * std::sin(angle));
  });
}

/// Two interleaved half circles of radius 1.
build::Blobs moons(Index rows, std::uint64_t seed) {
  build::Blobs made{0.05 * build::normal_matrix(rows, 2, seed), in_turn(rows, 2)};
  for (Index i = 0; i < rows; ++i) {
    const double angle = 3.14159 * static_cast<double>(i) / static_cast<double>(rows);
    made.rows(i, 0) += i % 2 ? 1 - std::cos(angle) : std::cos(angle);
    made.rows(i, 1) += i % 2 ? 0.5 - std::sin(angle) : std::sin(angle);
  }
  return made;
}

TEST(Separation, IsOneOfCloudsFarApartAndLittleOfOneCloud) {
  const auto apart = build::blobs(399, 5, 3, 20, 1);
  EXPECT_GT(cross_fitted_separation({cloud_of(apart.rows), apart.truth, 3}).mean(), 0.99);
  EXPECT_LT(cross_fitted_separation({cloud_of(build::normal_matrix(399, 5, 2)), in_turn(399, 3), 3}).mean(),
            0.2)
      << "parts at random overlap wholly";
}

TEST(Separation, OfHalvesOfOneCloudIsNotClear) {
  const RowMatrix rows = build::normal_matrix(600, 3, 3);
  Parts halves;
  for (Index i = 0; i < 600; ++i) halves.push_back(rows(i, 0) > 0);
  EXPECT_LT(cross_fitted_separation({cloud_of(rows), halves, 2}).mean(), 0.8)
      << "a border through the middle of a cloud runs where rows are dense";
}

/// Two Gaussians of deviation 1, smoothed by a kernel of half of that, have a variance of 1.25, and pairs of
/// their rows under that kernel one of 2.25. Of 4,000 rows each a smoothed density is right to a few in a
/// hundred.
TEST(Separation, OfTwoGaussiansFollowsTheFormula) {
  for (const double apart : {1.0, 3.0, 4.0, 5.0}) {
    RowMatrix rows = build::normal_matrix(8000, 2, 9);
    Parts parts;
    for (Index i = 0; i < rows.rows(); ++i) {
      parts.push_back(i % 4 > 1);
      rows(i, 0) += parts.back() ? apart : 0;
    }
    const PartedCloud both{cloud_of(rows), parts, 2};
    const auto bell = [&](double distance, double variance) {
      return std::exp(-distance * distance / (2 * variance));
    };
    const double crossing = bell(apart, 2.25);
    EXPECT_NEAR(cross_fitted_separation(both).overlaps(0, 1), 2 * crossing / (1 + crossing), 0.02) << apart;
    if (apart < 2.5) continue;  // nearer than two deviations there is no valley
    EXPECT_NEAR(cross_fitted_separation(both, Overlap::valley).overlaps(1, 0),
                2 * bell(apart / 2, 1.25) / (1 + bell(apart, 1.25)), 0.05)
        << apart;
  }
}

TEST(Separation, DoesNotDependOnUnitsOrNames) {
  const auto made = build::blobs(300, 4, 3, 2, 4);
  const double before = cross_fitted_separation({cloud_of(made.rows), made.truth, 3}).mean();
  Parts renamed = made.truth;
  for (auto& part : renamed) part = 2 - part;
  EXPECT_NEAR(cross_fitted_separation({cloud_of(made.rows), renamed, 3}).mean(), before, 1e-3)
      << "bins of a quarter of the kernel's width begin at the other end of the line";
  EXPECT_NEAR(cross_fitted_separation({cloud_of(1024 * made.rows), made.truth, 3}).mean(), before, 1e-9)
      << "a power of two rounds nothing";
}

TEST(Gaussians, LeaveClustersThatLieApart) {
  const auto made = build::blobs(300, 4, 3, 15, 5);
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(300));
  EXPECT_EQ(moved_to_gaussians({cloud_of(made.rows), made.truth, 3}, graph, 1), made.truth);
}

TEST(Gaussians, FindTheBorderOfADenseAndAWideCluster) {
  const auto made = unequal(6);
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(1000));
  Parts begun = made.truth;  // rows of the wide cluster that lie towards the dense one are given to it
  for (Index i = 0; i < 1000; ++i)
    if (made.rows(i, 0) < 4) begun[i] = 0;
  ASSERT_LT(rand_index(begun, made.truth), 0.97);
  const Parts after = moved_to_gaussians({cloud_of(made.rows), begun, 2}, graph, 0.25);
  EXPECT_GT(rand_index(after, made.truth), rand_index(begun, made.truth));
}

TEST(Partition, WhatHardlyAnEdgeJoinsIsAClusterOfAnyShape) {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const build::Blobs& made : {moons(600, seed), rings(seed), spirals(seed)}) {
      const int clusters = std::ranges::max(made.truth) + 1;
      EXPECT_EQ(rand_index(fit(build::view(made.rows), asking_for(clusters)).labels, made.truth), 1)
          << clusters << " curves, seed " << seed;
    }
}

TEST(Gaussians, HearTheGraphsObjection) {
  const auto made = moons(600, 7);
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(600));
  EXPECT_EQ(moved_to_gaussians({cloud_of(made.rows), made.truth, 2}, graph, 1), made.truth)
      << "half circles are no Gaussians";
}

TEST(Communities, OfSeveralOrdersAreNoWorseThanOfOne) {
  int better = 0;
  for (int seed = 0; seed < 8; ++seed) {
    const auto made = build::blobs(400, 5, 6, 1.0, 20 + seed);  // so near that orders matter
    const Graph graph = neighbour_graph(made.rows, Vector::Ones(400));
    double resolution = 1;
    const Parts first = find_communities(graph, 6, Sizes::alike, resolution);
    const Parts best = best_communities(graph, 6, Sizes::alike, resolution);
    ASSERT_EQ(std::ranges::max(best), 5);
    const double one = modularity(graph, first, 6), several = modularity(graph, best, 6);
    EXPECT_GE(several, one);
    better += several > one;
  }
  EXPECT_GT(better, 0) << "no order found others than the first: are they visited in different orders?";
}

/// What a row hides of those it stands for is scatter inside of its part.
TEST(LearnMetric, CountsWhatRowsHideAsScatterWithin) {
  const auto made = build::blobs(60, 3, 2, 4.0, 5);
  const PartedCloud bare{cloud_of(made.rows), made.truth, 2};
  PartedCloud hiding = bare;
  hiding.cloud.scatter_inside = 2 * RowMatrix::Identity(3, 3);
  const RowMatrix more = moments_of(hiding).within - moments_of(bare).within;
  EXPECT_LT((more - hiding.cloud.scatter_inside).norm(), tolerance::rounding);
}

/// Nine tenths of equal spread or one: a wide direction stays the one that is drawn in most.
TEST(LearnMetric, DrawsWideDirectionsInMoreWhateverItTrusts) {
  const RowMatrix within = Eigen::Array3d(100, 1, 1).matrix().asDiagonal();
  for (const double shrinkage : shrinkages) {
    const RowMatrix white = whitening(within, shrinkage);
    EXPECT_GT(white(0, 0), 0) << shrinkage;
    EXPECT_LT(white(0, 0), white(1, 1)) << shrinkage;
    EXPECT_GT(white(0, 0), white(1, 1) / 10) << shrinkage << ": less than without any trust";
  }
}

/// What the halves say of the parts that were found, each in the metric that the other taught, at one of the
/// shrinkages.
TEST(LearnMetric, GivesTheModularityOfTheHalvesOfItsParts) {
  const auto made = build::blobs(300, 6, 3, 1.2, 16);
  const Taught taught = learn_metric(Teachers(cloud_of(made.rows)), 3, {in_turn(300, 3), Sizes::alike, 1, 1});
  ASSERT_TRUE(taught.metric);
  const PartedCloud parted{cloud_of(made.rows), taught.parts, 3};
  double most = 0, off = 1;
  for (const double shrinkage : shrinkages) most = std::max(most, gain_of_metric(parted, shrinkage));
  const double unit =
      cross_fitted_modularity(HalvedCloud(parted.cloud), parted.parts, parted.count, 1) - most;
  for (const double shrinkage : shrinkages)
    off = std::min(off, std::abs(unit + gain_of_metric(parted, shrinkage) - taught.value));
  EXPECT_LT(off, tolerance::rounding);
}

TEST(LearnMetric, FindsWhatUnitVarianceHides) {
  auto made = hidden(8);
  for (auto column : made.rows.colwise())
    column /= std::sqrt((column.array() - column.mean()).square().mean());
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(600));
  double resolution = 1;
  const Parts begun = find_communities(graph, 5, Sizes::alike, resolution);
  ASSERT_LT(rand_index(begun, made.truth), 0.95);
  const Taught taught = learn_metric(Teachers(cloud_of(made.rows)), 5, {begun, Sizes::alike, 1, resolution});
  ASSERT_TRUE(taught.metric);
  EXPECT_GT(rand_index(taught.parts, made.truth), 0.99);
}

TEST(Partition, FindsClustersHiddenByUnitVariance) {
  const auto made = hidden(9);
  EXPECT_GT(rand_index(fit(build::view(made.rows), asking_for(5)).labels, made.truth), 0.99);
}

/// Three clouds in a plane that six columns show, and a column that is 1 in every tenth row, whatever its
/// cloud: in unit variance it parts rows three deviations, where neighbours in the others are a tenth apart.
TEST(Partition, DoesNotPartRowsByRareValuesOfAColumn) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    RowMatrix plane = build::normal_matrix(600, 2, seed);
    const Parts truth = in_turn(600, 3);
    for (Index i = 0; i < 600; ++i) plane(i, 0) += 6 * (truth[i] == 1), plane(i, 1) += 6 * (truth[i] == 2);
    RowMatrix rows(600, 7);
    rows << plane * build::normal_matrix(2, 6, 10 + seed) + 0.1 * build::normal_matrix(600, 6, 20 + seed),
        (build::normal_matrix(600, 1, 30 + seed).array() > 1.28).cast<double>();
    EXPECT_GT(rand_index(fit(build::view(rows), asking_for(3)).labels, truth), 0.95) << "seed " << seed;
  }
}

TEST(Partition, DoesNotCutALargeClusterToMakeSizesAlike) {
  const auto made = unequal(10);
  EXPECT_GT(rand_index(fit(build::view(made.rows), asking_for(2)).labels, made.truth), 0.97);
}

TEST(Partition, DoesNotCutADenseClusterBeforeWideOnesPart) {
  // Means on three axes, six apart: four of the larger deviations.
  const Index sizes[] = {600, 120, 80};
  const double deviations[] = {0.5, 1.5, 1.5};
  RowMatrix rows = build::normal_matrix(800, 10, 14);
  Parts truth;
  for (Index part = 0, row = 0; part < 3; ++part)
    for (Index i = 0; i < sizes[part]; ++i, ++row) {
      rows.row(row).head(3) *= deviations[part];
      rows(row, part) += 6 / std::sqrt(2.0);
      truth.push_back(static_cast<std::int32_t>(part));
    }
  EXPECT_GT(rand_index(fit(build::view(rows), asking_for(3)).labels, truth), 0.95);
}

TEST(JoinedCommunities, AreNotMadeOfAFewRowsEach) {
  const auto made = build::blobs(150, 4, 3, 2.0, 15);
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(150));
  EXPECT_FALSE(joined_communities(graph, cloud_of(made.rows), 4, 1))
      << "four clusters of 150 rows, in pieces of 50";
  EXPECT_TRUE(joined_communities(graph, cloud_of(made.rows), 2, 1));
}

/// Clouds far apart, each in several pieces: what overlaps is joined until as many are left as were asked
/// for, even if nothing overlaps any more.
TEST(JoinedCommunities, AreAsManyAsAskedForAndCloudsStayWhole) {
  const auto made = build::blobs(600, 4, 3, 30, 17);
  const Graph graph = neighbour_graph(made.rows, Vector::Ones(600));
  for (const int clusters : {2, 3}) {
    const auto parts = joined_communities(graph, cloud_of(made.rows), clusters, 1);
    ASSERT_TRUE(parts);
    EXPECT_EQ(std::ranges::max(*parts) + 1, clusters);
    for (Index i = 3; i < 600; ++i) EXPECT_EQ((*parts)[i], (*parts)[i % 3]) << "of the same cloud";
  }
}

/// Beside two rows at 1e20 two clouds are one place to any rule: the graph parts them, no tree does. What the
/// paper's tree parts instead says what the graph has to say of it.
TEST(Partition, TellsOfCutsWhereNoTreeExplainsIt) {
  constexpr Index far = 2, near = 60;
  RowMatrix rows = build::normal_matrix(near + far, 2, 3);
  rows.col(0).tail(near / 2 + far).array() += 30;
  for (Index i = near; i < near + far; ++i) rows(i, 1) = 1e20 + 1e18 * rows(i, 1);
  FitOptions options = asking_for(2);
  options.data.standardise = false;
  options.split.balance = 0;
  Index searched = 0;  // what explains a partition tells of no evaluations
  const Fit made = fit(build::view(rows), options, {}, [&](const Progress& progress) {
    if (progress.stage == Stage::split) searched = progress.evaluations;
    return true;
  });
  ASSERT_GT(searched, 0) << "a tree explained it";
  EXPECT_EQ(made.labels[0], made.labels[near - 1]);
  const std::optional<Split>& split = made.model.tree.nodes[0].split;
  ASSERT_TRUE(split);
  ASSERT_TRUE(split->neighbour_cut);
  std::vector<Index> all(rows.rows());
  std::iota(all.begin(), all.end(), Index{0});
  const Vector weights = Vector::Ones(rows.rows());
  const NodeGraph graph(nearest_neighbours(rows, neighbours_among(rows.rows())), all, weights);
  EXPECT_NEAR(*split->neighbour_cut, graph.normalised_cut(made.labels), tolerance::rounding);
}

TEST(Partition, DoesNotDependOnTheOrderOfRows) {
  const auto made = build::blobs(300, 6, 4, 1.5, 11);
  const std::vector<Index> order = build::shuffled(300, 12);
  const RowMatrix shuffled = made.rows(order, Eigen::all);
  const std::vector<std::int32_t> before = fit(build::view(made.rows), asking_for(4)).labels,
                                  after = fit(build::view(shuffled), asking_for(4)).labels;
  std::vector<std::int32_t> expected;
  for (const Index row : order) expected.push_back(before[row]);
  EXPECT_EQ(rand_index(after, expected), 1);
}

TEST(Partition, DoesNotDependOnUnitsOrConstantColumns) {
  const auto made = build::blobs(300, 5, 3, 1.5, 13);
  const auto before = fit(build::view(made.rows), asking_for(3)).labels;
  RowMatrix other(300, 6);
  other << made.rows, RowMatrix::Constant(300, 1, 7.0);
  other.col(2) *= 4096;
  EXPECT_EQ(rand_index(fit(build::view(other), asking_for(3)).labels, before), 1);
}

TEST(Partition, ARowOfWeightTwoIsTheRowTwice) {
  const auto made = build::blobs(240, 5, 3, 1.5, 14);
  RowMatrix twice(480, 5);
  twice << made.rows, made.rows;
  const std::vector<double> weights(240, 2.0);
  const auto weighted = fit(build::view(made.rows), asking_for(3), weights).labels;
  const auto repeated = fit(build::view(twice), asking_for(3)).labels;
  EXPECT_EQ(rand_index({repeated.begin(), repeated.begin() + 240}, weighted), 1);
}

}  // namespace
}  // namespace scpp
