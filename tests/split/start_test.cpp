#include "split/start.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

Principal some_components() {
  const RowMatrix rows = build::normal_matrix(40, 6, 1);
  return principal_components(rows.transpose() * rows, 4);
}

TEST(Starts, BeginWithThePrincipalComponents) {
  SplitOptions options;
  options.random_starts = 2;
  const auto planes = paper_starts(some_components(), options, 7, 3);
  ASSERT_EQ(planes.size(), 3u);
  EXPECT_EQ(planes[0].directions, some_components().vectors.leftCols(2));
  for (const auto& [plane, beta_max] : planes) {
    EXPECT_LT((plane.transpose() * plane - ColMatrix::Identity(2, 2)).norm(), tolerance::rounding);
    EXPECT_EQ(beta_max, options.beta_max);
  }
}

ColMatrix plane(const SplitOptions& options, std::uint64_t seed, int node) {
  return paper_starts(some_components(), options, seed, node)[0].directions;
}

TEST(Starts, DependOnSeedAndNodeOnly) {
  SplitOptions options;
  options.start = StartKind::random;
  const ColMatrix here = plane(options, 7, 3);
  EXPECT_EQ(here, plane(options, 7, 3));
  EXPECT_NE(here, plane(options, 8, 3));
  EXPECT_NE(here, plane(options, 7, 4));
}

TEST(Starts, HaveNoMoreColumnsThanTheData) {
  SplitOptions options;
  options.pursuit.dimensions = 5;
  const auto planes = paper_starts(principal_components(RowMatrix::Identity(3, 3), 3), options, 0, 0);
  EXPECT_EQ(planes[0].directions.cols(), 3);
}

TEST(FurtherStarts, AreOrthonormalAndOfAsManyColumnsAsThereAre) {
  const Principal principal = some_components();
  const ColMatrix smooth = build::random_directions(6, 4, 5);
  for (const int l : {1, 2, 3, 9}) {
    SplitOptions options;
    options.pursuit.dimensions = l;
    const auto planes = further_starts({true, true, l + 1}, principal, smooth, options);
    ASSERT_FALSE(planes.empty());
    for (const auto& [plane, beta_max] : planes) {
      const Index columns = plane.cols();
      EXPECT_LE(columns, std::min<Index>(l + 1, 4));
      EXPECT_LT((plane.transpose() * plane - ColMatrix::Identity(columns, columns)).norm(),
                tolerance::rounding);
    }
  }
}

TEST(FurtherStarts, OfEveryKindAreAllThereAre) {
  EXPECT_TRUE(further_starts({}, some_components(), {}, {}).empty());
  SplitOptions options;  // of the first three components the two other pairs, all three, and the smooth plane
  const ColMatrix smooth = build::random_directions(6, 4, 5);
  const Principal principal = some_components();
  const auto planes = further_starts(every_start(options), principal, smooth, options);
  ASSERT_EQ(planes.size(), 4u);
  EXPECT_EQ(planes[0].directions, principal.vectors.leftCols(3));
  for (const Index pair : {1, 2})
    EXPECT_NEAR((planes[pair].directions.transpose() * principal.vectors.col(2)).norm(), 1,
                tolerance::rounding);
  EXPECT_EQ(planes[3].directions.cols(), options.pursuit.dimensions);
}

}  // namespace
}  // namespace scpp
