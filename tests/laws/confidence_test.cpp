// How sure a model is of rows, and how clear its clusters are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "scpp/scpp.hpp"
#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

FitOptions asking_for(int clusters, Quality quality = Quality::standard) {
  FitOptions options;
  options.clusters = clusters;
  options.quality = quality;
  return options;
}

/// Two Gaussian clouds whose means lie `deviations` apart in the first column.
RowMatrix two_clouds(Index rows, double deviations, std::uint64_t seed) {
  RowMatrix made = build::normal_matrix(rows, 10, seed);
  for (Index row = 0; row < rows; row += 2) made(row, 0) += deviations;
  return made;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

struct Case {
  Quality quality;
  Method method;
  SketchRule sketch;
};

class EveryFit : public testing::TestWithParam<Case> {
 protected:
  build::Blobs made_ = build::blobs(900, 7, 4, 3, 1);
  FitOptions options() const {
    FitOptions options = asking_for(4, GetParam().quality);
    options.method = GetParam().method;
    options.data.sketch = GetParam().sketch;
    options.data.cells = 200;
    return options;
  }
};

TEST_P(EveryFit, GivesProbabilitiesThatAddUpToOne) {
  const Fit found = fit(build::view(made_.rows), options());
  const DenseMatrix shares = membership(found.model, build::view(made_.rows));
  const Confidence sure = confidence(found.model, build::view(made_.rows));
  for (Index row = 0; row < shares.rows; ++row) {
    double sum = 0;
    for (Index cluster = 0; cluster < shares.columns; ++cluster) {
      EXPECT_GE(shares(row, cluster), 0);
      sum += shares(row, cluster);
    }
    EXPECT_NEAR(sum, 1, 1e-12) << "four numbers below 1, each rounded a few times";
    EXPECT_EQ(sure.probability[row], shares(row, found.labels[row]));
    EXPECT_NE(sure.other[row], found.labels[row]);
    EXPECT_GE(sure.outlier[row], 0);
    EXPECT_LT(sure.outlier[row], 1);
  }
}

TEST_P(EveryFit, SaysTheSameOfARowAloneAndAmongOthers) {
  const Fit found = fit(build::view(made_.rows), options());
  const Confidence all = confidence(found.model, build::view(made_.rows));
  for (Index row = 0; row < made_.rows.rows(); row += 7) {
    const RowMatrix one = made_.rows.row(row);
    const Confidence alone = confidence(found.model, build::view(one));
    EXPECT_EQ(alone.probability[0], all.probability[row]);
    EXPECT_EQ(alone.outlier[0], all.outlier[row]);
  }
}

TEST_P(EveryFit, IsTheSameAfterItsFile) {
  const Fit found = fit(build::view(made_.rows), options());
  const Model again = from_bytes(to_bytes(found.model));
  EXPECT_EQ(confidence(again, build::view(made_.rows)).probability,
            confidence(found.model, build::view(made_.rows)).probability);
  EXPECT_EQ(verdict(again).sentence, verdict(found.model).sentence);
}

INSTANTIATE_TEST_SUITE_P(Ways, EveryFit,
                         testing::Values(Case{Quality::standard, Method::divisive, SketchRule::never},
                                         Case{Quality::fast, Method::divisive, SketchRule::never},
                                         Case{Quality::fast, Method::kway, SketchRule::never},
                                         Case{Quality::standard, Method::divisive, SketchRule::always}));

TEST(Confidence, DoesNotDependOnThreadsOrTheOrderOfRows) {
  const RowMatrix rows = two_clouds(1200, 4, 2);
  FitOptions options = asking_for(2);
  options.threads = 1;
  const Fit one = fit(build::view(rows), options);
  options.threads = 3;
  const Fit three = fit(build::view(rows), options);
  const Confidence expected = confidence(one.model, build::view(rows));
  EXPECT_EQ(confidence(three.model, build::view(rows)).probability, expected.probability);
  const std::vector<Index> order = build::shuffled(rows.rows(), 3);
  const RowMatrix turned = rows(order, Eigen::all);
  const Confidence shuffled = confidence(fit(build::view(turned), options).model, build::view(turned));
  for (Index row = 0; row < rows.rows(); ++row)
    EXPECT_NEAR(shuffled.probability[row], expected.probability[order[row]], 1e-6)
        << "means are added up in another order, and the 8th power of distances multiplies that";
}

TEST(Confidence, ARowOfWeightTwoIsThatRowTwice) {
  const RowMatrix rows = two_clouds(600, 4, 4);
  RowMatrix doubled(1200, rows.cols());
  doubled << rows, rows;
  const std::vector<double> twos(600, 2.0);
  const Confidence weighted =
      confidence(fit(build::view(rows), asking_for(2), twos).model, build::view(rows));
  const Confidence repeated = confidence(fit(build::view(doubled), asking_for(2)).model, build::view(rows));
  for (Index row = 0; row < rows.rows(); ++row)
    EXPECT_NEAR(weighted.probability[row], repeated.probability[row], 1e-6) << "as above";
}

TEST(Confidence, FallsTowardsTheBorder) {
  const RowMatrix rows = two_clouds(2000, 5, 5);
  const Model model = fit(build::view(rows), asking_for(2)).model;
  RowMatrix between = RowMatrix::Zero(3, 10);
  between(1, 0) = 2.5;  // half way
  between(2, 0) = 5;
  const Confidence sure = confidence(model, build::view(between));
  EXPECT_GT(sure.probability[0], 0.95);
  EXPECT_LT(sure.probability[1], 0.9);
  EXPECT_GT(sure.probability[2], 0.95);
}

TEST(Confidence, IsNotBlindedByColumnsOfNoise) {
  RowMatrix rows = build::normal_matrix(400, 100, 31);  // four clouds, parted by 12 of 100 columns
  std::vector<std::int32_t> truth;
  for (Index row = 0; row < rows.rows(); ++row) {
    truth.push_back(static_cast<std::int32_t>(row % 4));
    rows.row(row).segment(3 * (row % 4), 3).array() += 6;
  }
  const Fit found = fit(build::view(rows), asking_for(4));
  ASSERT_TRUE(build::same_partition(found.labels, truth));
  // Their means lie 15 deviations apart: no row is in doubt. Neighbours in unit variance alone give 0.9.
  EXPECT_GT(mean(confidence(found.model, build::view(rows)).probability), 0.97);
  // Halves of one cloud touch everywhere, and the metric that they teach is no witness: certain rows are few.
  const RowMatrix cloud = build::normal_matrix(400, 80, 32);
  const Model cut = fit(build::view(cloud), asking_for(2)).model;
  EXPECT_LT(mean(confidence(cut, build::view(cloud)).probability), 0.9);
}

TEST(Confidence, RowsThatChangedSidesAreDoubted) {
  const RowMatrix rows = two_clouds(2000, 4, 6);
  const Fit found = fit(build::view(rows), asking_for(2));
  const Confidence sure = confidence(found.model, build::view(rows));
  std::vector<double> right, wrong;
  for (Index row = 0; row < rows.rows(); ++row)
    ((found.labels[row] == found.labels[row % 2]) ? right : wrong).push_back(sure.probability[row]);
  ASSERT_FALSE(wrong.empty());
  EXPECT_LT(mean(wrong), mean(right) - 0.1);
}

TEST(Confidence, FarRowsAreOutliers) {
  const RowMatrix rows = two_clouds(1000, 6, 7);
  const Model model = fit(build::view(rows), asking_for(2)).model;
  RowMatrix far = rows.topRows(3);
  far(0, 3) = 1e6;
  far(1, 5) = -30;
  const Confidence sure = confidence(model, build::view(far));
  EXPECT_GT(sure.outlier[0], 0.999);
  EXPECT_GT(sure.outlier[1], 0.8);
  EXPECT_LT(sure.outlier[2], 0.5);
}

TEST(Confidence, KnowsSmallClusters) {
  RowMatrix rows = build::normal_matrix(5000, 5, 8);
  for (Index row = 0; row < 40; ++row) rows(row, 0) += 12;
  const Fit found = fit(build::view(rows), asking_for(2));
  ASSERT_NE(found.labels[0], found.labels[4999]);
  const Confidence sure = confidence(found.model, build::view(rows));
  for (Index row = 0; row < 40; ++row) EXPECT_GT(sure.probability[row], 0.5);
}

TEST(Confidence, FollowsAModelThatIsCut) {
  const build::Blobs made = build::blobs(800, 6, 4, 6, 9);
  const Model two = cut(fit(build::view(made.rows), asking_for(4)).model, 2);
  const DenseMatrix shares = membership(two, build::view(made.rows));
  EXPECT_EQ(shares.columns, 2);
  EXPECT_EQ(verdict(two).clusters.size(), 2u);
}

TEST(Confidence, OldModelsSayWhatToDo) {
  const build::Blobs made = build::blobs(100, 3, 2, 6, 10);
  Model model = fit(build::view(made.rows), asking_for(2)).model;
  model.reference.reset();
  EXPECT_THROW(confidence(model, build::view(made.rows)), InvalidArgument);
  EXPECT_THROW(verdict(model), InvalidArgument);
}

TEST(Confidence, OneClusterIsCertain) {
  const RowMatrix rows = build::normal_matrix(50, 3, 11);
  const Model model = fit(build::view(rows), asking_for(1)).model;
  const Confidence sure = confidence(model, build::view(rows));
  for (const double value : sure.probability) EXPECT_EQ(value, 1);
  for (const auto other : sure.other) EXPECT_EQ(other, -1);
  EXPECT_EQ(verdict(model).sentence, "1 cluster: the rows were not split");
}

double clarity_at(double deviations) {
  const Model model = fit(build::view(two_clouds(2000, deviations, 12)), asking_for(2)).model;
  return verdict(model).clusters[0].clarity;
}

TEST(Verdict, IsClearerTheFartherApart) {
  EXPECT_LT(clarity_at(3), clarity_at(4));
  EXPECT_LT(clarity_at(4), clarity_at(5));
  EXPECT_EQ(clarity_of(clarity_at(6)), Clarity::clear);
}

TEST(Verdict, IsToldOfAsManyClustersAsItSays) {
  Model model;
  model.tree.nodes.resize(1 + most_clusters_judged);
  for (int leaf = 1; leaf <= most_clusters_judged; ++leaf) model.tree.nodes[0].children.push_back(leaf);
  EXPECT_FALSE(has_verdict(model)) << "without rows of the fit";
  model.reference.emplace();
  EXPECT_TRUE(has_verdict(model));
  model.tree.nodes[0].children.push_back(most_clusters_judged + 1);
  model.tree.nodes.emplace_back();
  EXPECT_FALSE(has_verdict(model));
  EXPECT_THROW(verdict(model), InvalidArgument);
}

TEST(Verdict, ACloudThatWasCutIsDoubtful) {
  for (const Index columns : {2, 10, 40}) {
    const Model model = fit(build::view(build::normal_matrix(1500, columns, 13)), asking_for(3)).model;
    for (const ClusterVerdict& each : verdict(model).clusters)
      EXPECT_EQ(clarity_of(each.clarity), Clarity::doubtful) << columns << " columns";
  }
}

TEST(Verdict, NamesTheTwoThatMayBeOne) {
  const build::Blobs made = build::blobs(1500, 8, 3, 8, 14);
  const Fit found = fit(build::view(made.rows), asking_for(4));
  const Verdict said = verdict(found.model);
  std::vector<int> doubtful;
  for (int cluster = 0; cluster < 4; ++cluster)
    if (clarity_of(said.clusters[cluster].clarity) == Clarity::doubtful) doubtful.push_back(cluster);
  ASSERT_EQ(doubtful.size(), 2u) << said.sentence;
  EXPECT_EQ(said.clusters[doubtful[0]].nearest, doubtful[1]);
  EXPECT_EQ(said.sentence, "4 clusters: 2 clear, 2 doubtful: clusters " + std::to_string(doubtful[0]) +
                               " and " + std::to_string(doubtful[1]) + " may be one");
  EXPECT_EQ(verdict(found.model, 1).sentence, "4 clusters: 2 clear, 2 doubtful: clusters " +
                                                  std::to_string(doubtful[0] + 1) + " and " +
                                                  std::to_string(doubtful[1] + 1) + " may be one");
  const std::vector<int> splits = found.model.tree.splits();
  EXPECT_TRUE(std::ranges::any_of(
      splits, [&](int node) { return clarity_of(*said.splits[node]) == Clarity::doubtful; }));
}

/// One cloud cut in many: the sentence counts the words of the clusters, and names the three least clear
/// pairs.
TEST(Verdict, SaysWhatItFoundInOneSentence) {
  for (const int clusters : {2, 3, 12}) {
    const RowMatrix rows = build::normal_matrix(1200, 3, 13);
    const Verdict said = verdict(fit(build::view(rows), asking_for(clusters, Quality::fast)).model, 1);
    std::map<Clarity, int> count;
    std::map<std::pair<int, int>, double> doubtful;
    for (int i = 0; i < clusters; ++i) {
      const auto& [value, nearest] = said.clusters[i];
      ++count[clarity_of(value)];
      if (clarity_of(value) != Clarity::doubtful) continue;
      const auto [known, is_new] = doubtful.emplace(std::minmax(i, *nearest), value);
      known->second = std::min(known->second, value);
    }
    for (const auto& [clarity, how_many] : count)
      EXPECT_THAT(said.sentence, testing::HasSubstr((how_many == clusters ? clusters == 2 ? "both" : "all"
                                                                          : std::to_string(how_many)) +
                                                    " " + std::string(word(clarity))));
    std::size_t named = 0;
    for (const auto& [pair, value] : doubtful)
      named += said.sentence.find(std::to_string(pair.first + 1) + " and " +
                                  std::to_string(pair.second + 1)) != std::string::npos;
    EXPECT_GE(named, std::min<std::size_t>(doubtful.size(), 3)) << said.sentence;
    EXPECT_EQ(said.sentence.find(" and others") != std::string::npos, doubtful.size() > 3) << said.sentence;
    // Commas stand between the words that are counted and between the pairs.
    EXPECT_EQ(std::ranges::count(said.sentence, ','),
              std::ssize(count) + std::min<Index>(doubtful.size(), 3) - 2);
  }
}

/// Four clouds in two pairs; five clusters cut through one of them, and the pair without that cut is joined.
TEST(Verdict, NamesAClusterThatWouldSplitMoreClearly) {
  RowMatrix rows = build::normal_matrix(2000, 4, 16);
  for (Index i = 0; i < rows.rows(); ++i) {
    rows(i, 0) += i % 2 ? 40 : 0;
    rows(i, 1) += i % 4 < 2 ? 6 : 0;
  }
  const Model model = fit(build::view(rows), asking_for(5)).model;
  EXPECT_EQ(verdict(model).better_split, std::nullopt) << "no cloud of the four splits clearly";
  for (const int node : model.tree.nodes[0].children) {
    const Model pruned = prune(model, node);
    if (pruned.tree.clusters() != 4) continue;  // the cut is below the other one
    const Verdict said = verdict(pruned);
    ASSERT_TRUE(said.better_split.has_value()) << said.sentence;
    EXPECT_EQ(pruned.tree.leaves()[*said.better_split], node);
    EXPECT_TRUE(said.sentence.ends_with("; cluster " + std::to_string(*said.better_split) +
                                        " would split more clearly"));
    return;
  }
  FAIL() << "neither child of the root holds one pair alone";
}

TEST(Verdict, DoesNotChangeWithTheUnitsOfColumns) {
  const RowMatrix rows = two_clouds(1000, 4, 15);
  RowMatrix scaled = rows;
  scaled.col(0) *= 1024;
  scaled.col(4) /= 64;
  EXPECT_NEAR(verdict(fit(build::view(rows), asking_for(2)).model).clusters[0].clarity,
              verdict(fit(build::view(scaled), asking_for(2)).model).clusters[0].clarity, 1e-6)
      << "powers of two change no bit of the standardised rows, but for the rounding of their means";
}

}  // namespace
}  // namespace scpp
