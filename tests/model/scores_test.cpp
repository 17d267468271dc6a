#include "scpp/scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using Labels = std::vector<std::int32_t>;
using Table = std::vector<std::vector<Index>>;
using testing::ElementsAre;

// A score is a quotient of sums of at most some hundred terms of size at most log(rows) < 12: an error of a
// few hundred roundings of 12 * 2^-53.
constexpr double rounding = 1e-12;

Labels random_labels(std::uint64_t seed, std::size_t rows, std::uint64_t count) {
  Random random(seed, 0);
  Labels labels(rows);
  for (auto& label : labels) label = static_cast<std::int32_t>(random.below(count));
  return labels;
}

/// Agrees with `labels` on about `share` of the rows.
Labels disturbed(const Labels& labels, double share, std::uint64_t count) {
  Random random(99, 1);
  Labels result = labels;
  for (auto& label : result)
    if (random.uniform() > share) label = static_cast<std::int32_t>(random.below(count));
  return result;
}

std::pair<Labels, Labels> rows_of(const Table& table) {
  std::pair<Labels, Labels> labels;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j)
      for (std::size_t k = 0; k < table[i][j]; ++k) {
        labels.first.push_back(static_cast<std::int32_t>(i));
        labels.second.push_back(static_cast<std::int32_t>(j));
      }
  return labels;
}

Scores score_of(const Table& table) {
  const auto [clusters, classes] = rows_of(table);
  return score(clusters, classes);
}

std::vector<double> all(const Scores& s) { return {s.purity, s.nmi, s.ari, s.v_measure, s.accuracy}; }

/// The best match over all ways to give classes to clusters, one by one.
double brute_force_accuracy(Table table) {
  const std::size_t side = std::max(table.size(), table.front().size());
  table.resize(side);
  std::size_t rows = 0;
  for (auto& cluster : table) {
    cluster.resize(side, 0);
    rows += std::accumulate(cluster.begin(), cluster.end(), std::size_t{0});
  }
  std::vector<Index> match(side);
  std::iota(match.begin(), match.end(), 0);
  std::size_t best = 0;
  do {
    std::size_t right = 0;
    for (std::size_t i = 0; i < side; ++i) right += table[i][match[i]];
    best = std::max(best, right);
  } while (std::next_permutation(match.begin(), match.end()));
  return static_cast<double>(best) / static_cast<double>(rows);
}

TEST(ConfusionTable, CountsByTheSequenceOfDistinctLabels) {
  const Labels clusters{5, 5, 0, 1'000'000'000};
  const Labels classes{2'147'483'647, 3, 3, 3};
  EXPECT_THAT(confusion_table(clusters, classes),
              ElementsAre(ElementsAre(1u, 0u), ElementsAre(1u, 1u), ElementsAre(1u, 0u)));
}

TEST(Scores, OfAWorkedTable) {
  // Clusters (3, 1) and (0, 2): six rows, classes of 3 and 3.
  const Scores s = score_of({{3, 1}, {0, 2}});
  EXPECT_DOUBLE_EQ(s.purity, 5.0 / 6);
  EXPECT_DOUBLE_EQ(s.accuracy, 5.0 / 6);
  // Pairs: 3 + 0 + 0 + 1 = 4 together, 6 + 1 = 7 in clusters, 3 + 3 = 6 in classes, 15 in all.
  EXPECT_NEAR(s.ari, (4 - 7 * 6 / 15.0) / (6.5 - 7 * 6 / 15.0), rounding);
  const double of_classes = std::log(2.0);
  const double of_clusters = std::log(3.0) - 2 * std::log(2.0) / 3;
  const double mutual = 0.5 * std::log(1.5) + std::log(0.5) / 6 + std::log(2.0) / 3;
  EXPECT_NEAR(s.nmi, mutual / std::sqrt(of_classes * of_clusters), rounding);
  const double homogeneity = mutual / of_classes;
  const double completeness = mutual / of_clusters;
  EXPECT_NEAR(s.v_measure, 2 * homogeneity * completeness / (homogeneity + completeness), rounding);
}

TEST(Scores, ArePerfectForTheSamePartitionUnderOtherNames) {
  const Labels classes = random_labels(1, 1000, 7);
  Labels renamed = classes;
  for (auto& label : renamed) label = 1000 - 3 * label;
  EXPECT_THAT(all(score(renamed, classes)), testing::Each(1.0));
}

TEST(Scores, DoNotDependOnNamesOrSequence) {
  const Labels classes = random_labels(2, 2000, 6);
  const Labels clusters = disturbed(classes, 0.6, 6);
  const Scores before = score(clusters, classes);
  const std::int32_t name[] = {4, 2'000'000'000, 0, 17, 1, 3};
  Labels renamed = clusters;
  for (auto& label : renamed) label = name[label];
  EXPECT_EQ(all(score(renamed, classes)), all(before));
  Labels backwards_clusters(clusters.rbegin(), clusters.rend());
  Labels backwards_classes(classes.rbegin(), classes.rend());
  EXPECT_EQ(all(score(backwards_clusters, backwards_classes)), all(before));
}

TEST(Scores, AllButPurityAreSymmetric) {
  const Labels classes = random_labels(3, 1500, 5);
  const Labels clusters = disturbed(classes, 0.5, 8);
  const Scores one = score(clusters, classes);
  const Scores other = score(classes, clusters);
  EXPECT_EQ(one.nmi, other.nmi);
  EXPECT_EQ(one.ari, other.ari);
  EXPECT_EQ(one.v_measure, other.v_measure);
  EXPECT_EQ(one.accuracy, other.accuracy);
}

TEST(Scores, StayWithinTheirBounds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, 3);
    const std::size_t rows = 1 + random.below(40);
    const Labels clusters = random_labels(2 * seed, rows, 1 + random.below(6));
    const Labels classes = random_labels(2 * seed + 1, rows, 1 + random.below(6));
    const Scores s = score(clusters, classes);
    const Table table = confusion_table(classes, clusters);
    std::size_t largest_class = 0;
    for (const auto& row : table)
      largest_class = std::max(largest_class, std::accumulate(row.begin(), row.end(), std::size_t{0}));
    EXPECT_GE(s.purity, static_cast<double>(largest_class) / static_cast<double>(rows));
    EXPECT_LE(s.accuracy, s.purity);
    EXPECT_LE(s.purity, 1);
    EXPECT_GE(s.nmi, 0);
    EXPECT_LE(s.nmi, 1 + rounding);
    EXPECT_LE(s.v_measure, s.nmi + rounding) << "the harmonic mean is at most the geometric one";
    EXPECT_LE(s.ari, 1);
  }
}

TEST(Scores, OfIndependentLabelsAreNearChance) {
  const std::size_t rows = 100'000;
  const Scores s = score(random_labels(10, rows, 5), random_labels(11, rows, 4));
  // The adjusted index has mean 0 and a standard deviation of order 1 / rows; the mutual information is about
  // (5 - 1)(4 - 1) / (2 rows) over an entropy above 1.3. Both are far below 1e-3.
  EXPECT_NEAR(s.ari, 0, 1e-3);
  EXPECT_NEAR(s.nmi, 0, 1e-3);
  EXPECT_NEAR(s.v_measure, 0, 1e-3);
}

TEST(Scores, OfOneClusterOrOneClass) {
  const Scores both = score_of({{5}});
  EXPECT_THAT(all(both), testing::Each(1.0));
  for (const Table& table : {Table{{2, 3}}, Table{{2}, {3}}}) {
    const Scores s = score_of(table);
    EXPECT_EQ(s.nmi, 0);
    EXPECT_EQ(s.v_measure, 0);
    EXPECT_EQ(s.ari, 0);
    EXPECT_DOUBLE_EQ(s.accuracy, 0.6);
  }
}

TEST(Scores, OfSingleRowsAgree) {
  EXPECT_THAT(all(score_of({{1}})), testing::Each(1.0));
  EXPECT_THAT(all(score_of({{1, 0, 0}, {0, 0, 1}, {0, 1, 0}})), testing::Each(1.0));
}

TEST(Accuracy, IsTheBestOfAllMatches) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, 5);
    Table table(1 + random.below(6), std::vector<Index>(1 + random.below(6)));
    for (auto& cluster : table)
      for (auto& count : cluster) count = random.below(seed % 2 ? 4 : 50);
    table[0][0] += 1;
    EXPECT_DOUBLE_EQ(score_of(table).accuracy, brute_force_accuracy(table));
  }
}

TEST(Accuracy, PrefersTheBestSumToTheLargestCell) {
  // Taking the 10 first leaves 0; 9 + 8 is better.
  EXPECT_DOUBLE_EQ(score_of({{10, 9}, {8, 0}}).accuracy, 17.0 / 27);
}

TEST(Scores, RefuseWhatCannotBeScored) {
  EXPECT_THROW(score(Labels{}, Labels{}), InvalidArgument);
  EXPECT_THROW(score(Labels{0, 1}, Labels{0}), InvalidArgument);
  EXPECT_THROW(score(Labels{0, -1}, Labels{0, 1}), InvalidArgument);
  EXPECT_THROW(score(Labels{0, 1}, Labels{0, -2'147'483'647}), InvalidArgument);
}

}  // namespace
}  // namespace scpp
