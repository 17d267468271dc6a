// Clusters too rare for communities to see.
#include "tree/islands.hpp"

#include <gtest/gtest.h>

#include "scpp/scpp.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Three clouds of 600 rows, 20 deviations apart, and `few` rows as far from all of them.
build::Blobs with_few(Index few) {
  constexpr Index each = 600;
  build::Blobs made{build::normal_matrix(3 * each + few, 6, 5), {}};
  for (Index i = 0; i < made.rows.rows(); ++i) {
    made.truth.push_back(static_cast<std::int32_t>(i / each));
    made.rows(i, i / each) += 20;
  }
  return made;
}

/// The few rows in the second cloud's part, and the first cloud cut in two.
Parts overlooked(const build::Blobs& made) {
  Parts parts = made.truth;
  for (Index i = 0; i < std::ssize(parts); ++i) {
    if (parts[i] == 3) parts[i] = 1;
    if (parts[i] == 0 && made.rows(i, 5) > 0) parts[i] = 3;
  }
  return parts;
}

Parts found_from(const build::Blobs& made, Parts parts, const Vector& weights) {
  return with_islands({{made.rows, weights, {}}, std::move(parts), 4}, made.rows,
                      nearest_neighbours(made.rows, neighbours_among(made.rows.rows())));
}
Parts found_from(const build::Blobs& made, Parts parts) {
  return found_from(made, std::move(parts), Vector::Ones(made.rows.rows()));
}

TEST(Islands, AnOverlookedIslandTakesThePlaceOfACutThroughACloud) {
  for (const Index few : {30, 450}) {  // up to half of the part that it is in
    const build::Blobs made = with_few(few);
    EXPECT_DOUBLE_EQ(score(found_from(made, overlooked(made)), made.truth).ari, 1) << few;
  }
}

TEST(Islands, AFewOutliersAreNone) {
  const build::Blobs made = with_few(10);
  EXPECT_EQ(found_from(made, overlooked(made)), overlooked(made));
}

/// At least 20 rows, which may be units that weigh more, but eight of these; and one in 2,000 of all rows.
TEST(Islands, AreLargeEnough) {
  const auto is_found = [](Index few, double weight_of_few, double weight_of_others) {
    const build::Blobs made = with_few(few);
    Vector weights = Vector::Constant(made.rows.rows(), weight_of_others);
    weights.tail(few).setConstant(weight_of_few / static_cast<double>(few));
    const Parts begun = overlooked(made), found = found_from(made, begun, weights);
    EXPECT_TRUE(found == begun || score(found, made.truth).ari == 1);
    return found != begun;
  };
  EXPECT_FALSE(is_found(19, 19, 1));
  EXPECT_TRUE(is_found(20, 20, 1));
  EXPECT_FALSE(is_found(7, 100, 1));
  EXPECT_TRUE(is_found(8, 100, 1));
  const double one_in_2000 = 100 * 1800 / 1999.0;  // where 1,800 others weigh 100
  EXPECT_FALSE(is_found(40, one_in_2000 * 0.9999, 100));
  EXPECT_TRUE(is_found(40, one_in_2000 * 1.0001, 100));
}

TEST(Islands, PartsThatHoldApartStay) {
  build::Blobs made = with_few(30);
  for (Index i = 0; i < 600; ++i) made.rows(i, 5) += i % 2 ? 10 : -10;  // what was cut are two clouds
  EXPECT_EQ(found_from(made, overlooked(made)), overlooked(made));
}

TEST(Islands, ACloudHasNone) {
  build::Blobs made{build::normal_matrix(1500, 2, 6), {}};
  for (Index i = 0; i < 1500; ++i)
    made.truth.push_back((made.rows(i, 0) > 0 ? 1 : 0) + (made.rows(i, 1) > 0 ? 2 : 0));
  EXPECT_EQ(found_from(made, made.truth), made.truth);
}

}  // namespace
}  // namespace scpp
