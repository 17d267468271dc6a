#include "scpp/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/statistics.hpp"
#include "report/synthetic.hpp"
#include "report/view.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

class ProfileTest : public testing::Test {
 protected:
  std::vector<double> values_of(int node, std::size_t column, bool inside = true) const {
    std::vector<double> values;
    for (std::size_t row = 0; row < made_.labels.size(); ++row)
      if (std::ranges::count(sample_.leaves[node], made_.labels[row]) == (inside ? 1 : 0))
        values.push_back(made_.table()(row, column));
    return values;
  }
  static double mean(const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  }
  static double squares(const std::vector<double>& x) {
    double sum = 0;
    for (const double value : x) sum += (value - mean(x)) * (value - mean(x));
    return sum;
  }

  test::Synthetic made_ = test::make_synthetic({.rows = 700, .columns = 5, .clusters = 4});
  ReportInput input_ = made_.input("blobs");
  DrawnRows sample_ = draw_sample(made_.model.tree, made_.labels);
  Profile profile_ = make_profile(input_, sample_);
  const double rounding_ = 1e-9;  // 700 terms of size 10 in double: errors below 700 * 100 * 1e-16
};

TEST_F(ProfileTest, MomentsOfNodesAreThoseOfTheirRows) {
  const NodeMoments moments(input_, sample_);
  for (std::size_t node = 0; node < moments.nodes(); ++node)
    for (std::size_t column = 0; column < 5; ++column) {
      const auto values = values_of(static_cast<int>(node), column);
      EXPECT_EQ(moments.at(node, column).count, static_cast<double>(values.size()));
      EXPECT_NEAR(moments.at(node, column).mean, mean(values), rounding_);
      EXPECT_NEAR(moments.at(node, column).squares, squares(values), rounding_);
    }
}

TEST_F(ProfileTest, DifferencesAreCohensAgainstTheRest) {
  for (std::size_t node = 1; node < made_.model.tree.nodes.size(); ++node)
    for (std::size_t i = 0; i < profile_.features_per_node; ++i) {
      const std::size_t at = node * profile_.features_per_node + i, column = profile_.feature_columns[at];
      const auto in = values_of(static_cast<int>(node), column),
                 out = values_of(static_cast<int>(node), column, false);
      const double pooled = std::sqrt((squares(in) + squares(out)) / (700 - 2));
      EXPECT_NEAR(profile_.feature_differences[at], (mean(in) - mean(out)) / pooled,
                  1e-5);  // stored as float
      if (i > 0) {
        EXPECT_LE(std::abs(profile_.feature_differences[at]), std::abs(profile_.feature_differences[at - 1]));
      }
    }
}

TEST_F(ProfileTest, OfClustersIsThatOfTheirLeaves) {
  const ClusterProfile clusters = cluster_profile(input_);
  const std::vector<int> leaves = made_.model.tree.leaves();
  ASSERT_EQ(clusters.rows.size(), leaves.size());
  for (std::size_t label = 0; label < leaves.size(); ++label) {
    EXPECT_EQ(clusters.rows[label], static_cast<double>(sample_.leaf_rows[label]));
    for (std::size_t column = 0; column < 5; ++column) {
      const auto in = values_of(leaves[label], column), out = values_of(leaves[label], column, false);
      const double pooled = std::sqrt((squares(in) + squares(out)) / (700 - 2));
      EXPECT_NEAR(clusters.mean(label, column), mean(in), rounding_);
      EXPECT_NEAR(clusters.deviation(label, column),
                  std::sqrt(squares(in) / static_cast<double>(in.size() - 1)), rounding_);
      EXPECT_NEAR(clusters.difference(label, column), (mean(in) - mean(out)) / pooled, rounding_);
    }
  }
  made_.labels[3] = 4;
  EXPECT_THROW(cluster_profile(made_.input("blobs")), InvalidArgument);
}

TEST_F(ProfileTest, QuantilesAreWithinABinOfTheExactOnes) {
  for (std::size_t node = 0; node < made_.model.tree.nodes.size(); ++node)
    for (std::size_t column = 0; column < 5; ++column) {
      auto values = values_of(static_cast<int>(node), column);
      std::ranges::sort(values);
      const double bin = 12.0 * profile_.deviation[column] / histogram_bins;
      for (std::size_t i = 0; i < quantile_count; ++i) {
        const double wanted = quantile_levels[i] * static_cast<double>(values.size());
        const auto low = static_cast<std::size_t>(std::max(0.0, std::ceil(wanted) - 1));
        const auto high = std::min(values.size() - 1, static_cast<std::size_t>(wanted));
        const double found = profile_.quantiles[(node * 5 + column) * quantile_count + i];
        EXPECT_GE(found, values[low] - bin);
        EXPECT_LE(found, values[high] + bin);
      }
    }
}

TEST_F(ProfileTest, DistancesAndConfusionAddUp) {
  for (std::size_t a = 0; a < 4; ++a) {
    EXPECT_EQ(profile_.squared_distances[a * 4 + a], 0);
    for (std::size_t b = 0; b < 4; ++b)
      EXPECT_EQ(profile_.squared_distances[a * 4 + b], profile_.squared_distances[b * 4 + a]);
    const auto row = profile_.confusion.begin() + static_cast<std::ptrdiff_t>(a * 4);
    EXPECT_EQ(std::accumulate(row, row + 4, std::size_t{0}), sample_.leaf_rows[a]);
  }
}

TEST_F(ProfileTest, ARowOfWeightThreeIsThatRowThreeTimes) {
  std::vector<double> weights;
  test::Synthetic repeated = made_;
  repeated.values.clear();
  repeated.labels.clear();
  repeated.truth.clear();
  for (std::size_t row = 0; row < made_.labels.size(); ++row) {
    weights.push_back(static_cast<double>(row % 4));
    for (std::size_t copy = 0; copy < row % 4; ++copy) {
      repeated.values.insert(repeated.values.end(), &made_.values[row * 5], &made_.values[row * 5 + 5]);
      repeated.labels.push_back(made_.labels[row]);
      repeated.truth.push_back(made_.truth[row]);
    }
  }
  input_.weights = weights;
  const ReportView weighted = make_view(input_), copied = make_view(repeated.input("copies"));
  EXPECT_EQ(weighted.node_weights, copied.node_weights);
  EXPECT_EQ(weighted.profile.confusion, copied.profile.confusion);
  EXPECT_EQ(weighted.profile.feature_columns, copied.profile.feature_columns);
  const auto expect_near = [&](const std::vector<float>& a, const std::vector<float>& b, double step) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], step);
  };
  expect_near(weighted.profile.means, copied.profile.means, 1e-5);  // stored as float: 24 bits below 30
  expect_near(weighted.profile.feature_differences, copied.profile.feature_differences, 1e-5);
  // Rows of weight 0 may widen the range of the bins: a bin is 12 deviations of 3 to 4 over 1024.
  expect_near(weighted.profile.quantiles, copied.profile.quantiles, 0.1);
}

/// Of more columns than are described, those that tell most of some node are.
TEST(Profile, OfAWideTableHasWhatTellsMostOfEveryNode) {
  const auto made = test::make_synthetic({.rows = 60, .columns = 400, .clusters = 5});
  const Profile profile = make_view(made.input("wide")).profile;
  ASSERT_LT(profile.columns.size(), 400u);
  for (std::size_t node = 0; node < made.model.tree.nodes.size(); ++node)
    EXPECT_TRUE(
        std::ranges::count(profile.columns, profile.feature_columns[node * profile.features_per_node]))
        << node;
}

TEST(Difference, OfAConstantColumnIsNone) {
  const Moment all{10, 0.3, 0}, part{4, 0.3 + 1e-17, 0};
  EXPECT_EQ(standardised_difference(all, part), 0);
  EXPECT_EQ(standardised_difference(all, all), 0) << "nothing is left to compare with";
  EXPECT_EQ(standardised_difference({10, 1.2, 9.6}, {4, 0, 0}), -99)
      << "constant on both sides, but not the same";
}

}  // namespace
}  // namespace scpp
