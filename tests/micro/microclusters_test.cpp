#include "micro/microclusters.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "micro/distances.hpp"
#include "micro/kmeans.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

TEST(Microclusters, KeepWeightAndMean) {
  const RowMatrix rows = build::blobs(400, 4, 3, 1.0, 1).rows;
  const Vector weights = build::random_counts(400, 3, 2);
  const Microclusters micro = make_microclusters(rows, weights, 50);
  EXPECT_LE(micro.size(), 50);
  EXPECT_GE(micro.size(), 40);
  EXPECT_EQ(micro.weights.sum(), weights.sum());
  EXPECT_GT(micro.weights.minCoeff(), 0);
}

TEST(Microclusters, RadiiReachTheFarthestMember) {
  const RowMatrix rows = build::normal_matrix(200, 3, 3);
  const Microclusters micro = make_microclusters(rows, Vector::Ones(200), 20);
  Vector farthest = Vector::Zero(micro.size());
  for (Index i = 0; i < 200; ++i) {
    const Index cluster = micro.membership[static_cast<std::size_t>(i)];
    farthest[cluster] = std::max(farthest[cluster], (rows.row(i) - micro.centres.row(cluster)).norm());
  }
  EXPECT_LT((micro.radii - farthest).norm(), tolerance::rounding);
}

/// Assigning a row later meets the same arithmetic, so membership must be the nearest centre to the last bit.
TEST(Microclusters, MembershipIsTheNearestCentre) {
  for (const Index count : {2, 17, 100, 1000}) {
    const RowMatrix rows = build::normal_matrix(100, 7, 4);
    const Microclusters micro = make_microclusters(rows, Vector::Ones(100), count);
    EXPECT_EQ(micro.membership, NearestCentre(micro.centres).find_all(rows));
  }
}

/// A tight group of nine rows in ten has about as large a share of the centres: four deviations of a draw of
/// fifty, .04 each. Farthest first goes for the rows that are wide apart.
TEST(Microclusters, FromEverySoManyRowsLieAsTheRowsDo) {
  RowMatrix rows = build::normal_matrix(1000, 5, 6);
  for (Index i = 0; i < 1000; ++i)
    if (Random(1, static_cast<std::uint64_t>(i)).uniform() < 0.9)
      rows.row(i).array() = 0.05 * rows.row(i).array() + 20;
  const auto share_of_tight = [&](Seeds seeds) {
    const Microclusters micro = make_microclusters(rows, Vector::Ones(1000), 50, seeds);
    return static_cast<double>((micro.centres.col(0).array() > 10).count()) /
           static_cast<double>(micro.size());
  };
  EXPECT_LT(share_of_tight(Seeds::farthest_first), 0.1);
  EXPECT_NEAR(share_of_tight(Seeds::evenly), 0.9, 0.16);
}

/// Of 50 centres for 1,000 rows the first begins at row 0, the second at row 20, and so on.
TEST(Microclusters, FromEverySoManyRowsAreMeansOfTheRowsAroundThem) {
  const RowMatrix rows = build::normal_matrix(1000, 5, 6);
  const Vector weights = Vector::LinSpaced(1000, 1, 3);
  const Microclusters micro = make_microclusters(rows, weights, 50, Seeds::evenly);
  std::vector<Index> every_twentieth;
  for (Index row = 0; row < 1000; row += 20) every_twentieth.push_back(row);
  EXPECT_EQ(micro.membership, NearestCentre(rows(every_twentieth, Eigen::all)).find_all(rows));
  EXPECT_EQ(micro.centres, means_of(rows, weights, micro.membership, 50));
}

TEST(Microclusters, EveryRowStandsForItselfWhenThereAreEnough) {
  const RowMatrix rows = build::normal_matrix(50, 3, 5);
  const Microclusters micro = make_microclusters(rows, Vector::Ones(50), 50);
  EXPECT_EQ(micro.centres, rows);
  EXPECT_EQ(micro.weights, Vector::Ones(50));
  EXPECT_EQ(micro.radii, Vector::Zero(50));
}

TEST(Microclusters, EqualRowsAreTogether) {
  const RowMatrix few = build::normal_matrix(5, 3, 6);
  RowMatrix rows(40, 3);
  for (Index i = 0; i < 40; ++i) rows.row(i) = few.row(i % 5);
  for (const Index count : {10, 40, 100}) {
    const Microclusters micro = make_microclusters(rows, Vector::Ones(40), count);
    EXPECT_EQ(micro.size(), 5);
    EXPECT_EQ(micro.weights, Vector::Constant(5, 8.0));
  }
}

}  // namespace
}  // namespace scpp
