#include "rivals/row_kmeans.hpp"

#include <gtest/gtest.h>

#include <set>

#include "scpp/scores.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Two clusters of 100 rows 20 apart and one outlier 100 away. Farthest first begins with the outlier and
/// ends there: the clusters share a centre at a distortion of 200 * 10^2. Parting the clusters costs the
/// outlier's 100^2 only, and is what the best of several starts must find.
TEST(RowKMeans, AnOutlierThatTakesTheFirstCentreIsOutvoted) {
  RowMatrix rows = 0.1 * build::normal_matrix(201, 2, 1);
  std::vector<std::int32_t> truth;
  for (Index i = 0; i < 200; ++i) {
    rows(i, 0) += i % 2 ? 10 : -10;
    truth.push_back(static_cast<std::int32_t>(i % 2));
  }
  rows.row(200) << 0, 100;
  RowClusters found = cluster_rows(rows, 2);
  found.labels.pop_back();
  EXPECT_EQ(score(found.labels, truth).accuracy, 1);
}

TEST(RowKMeans, DistortionIsTheSumOfSquaresToTheMeans) {
  const auto made = build::blobs(90, 3, 3, 5, 2);
  const RowClusters found = cluster_rows(made.rows, 3);
  double total = 0;
  for (int cluster = 0; cluster < 3; ++cluster) {
    std::vector<Index> members;
    for (Index i = 0; i < 90; ++i)
      if (found.labels[static_cast<std::size_t>(i)] == cluster) members.push_back(i);
    const RowMatrix part = made.rows(members, Eigen::all);
    total += (part.rowwise() - part.colwise().mean()).squaredNorm();
  }
  EXPECT_NEAR(found.distortion, total, 1e-12 * total);  // sums of 90 squares in two orders
}

TEST(SpreadStart, RowsDifferAndAreFewerWhenThereAreFewer) {
  RowMatrix rows(9, 1);
  rows << 0, 1, 5, 0, 1, 5, 0, 1, 5;
  for (std::uint64_t stream = 0; stream < 20; ++stream) {
    std::set<double> values;
    for (const Index row : spread_start(rows, 5, stream)) values.insert(rows(row, 0));
    EXPECT_EQ(values.size(), 3U);
    EXPECT_EQ(spread_start(rows, 5, stream).size(), 3U);
  }
}

}  // namespace
}  // namespace scpp
