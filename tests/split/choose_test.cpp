#include <gtest/gtest.h>

#include "split/judge.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

const Parts halves{0, 0, 0, 1, 1, 1}, renamed{1, 1, 1, 0, 0, 0}, nearly{0, 0, 1, 1, 1, 1},
    across{0, 1, 0, 1, 0, 1};
const Vector ones = Vector::Ones(6);

TEST(Agreement, IsOneForTheSamePartsUnderAnyNamesAndSymmetric) {
  EXPECT_EQ(agreement(halves, halves, ones, 2), 1);
  EXPECT_EQ(agreement(halves, renamed, ones, 2), 1);
  EXPECT_EQ(agreement(halves, nearly, ones, 2), agreement(nearly, halves, ones, 2));
  // Hubert and Arabie by hand: table {2,1 / 0,3} has 1 + 3 pairs together, 6 and 7 inside, 6 * 7 / 15
  // expected.
  EXPECT_NEAR(agreement(halves, nearly, ones, 2), (4 - 2.8) / (6.5 - 2.8), tolerance::rounding);
}

TEST(Choose, TakesTheLeastRatingWhenNoOtherIsNear) {
  const Choice choice = choose({0.5, 0.2, 0.4}, {&halves, &across, &renamed}, ones, 2, 0.05);
  EXPECT_EQ(choice.best, 1u);
  EXPECT_EQ(choice.stability, agreement(across, halves, ones, 2)) << "both others are the same parts";
}

TEST(Choose, TakesTheBestSupportedOfThoseNear) {
  EXPECT_EQ(choose({0.41, 0.40, 0.41}, {&halves, &across, &renamed}, ones, 2, 0.05).best, 0u);
  EXPECT_EQ(choose({0.41, 0.40, 0.41}, {&halves, &across, &renamed}, ones, 2, 0).best, 1u);
}

TEST(Choose, KnowsNoStabilityOfOneAlone) {
  const Choice choice = choose({0.3}, {&halves}, ones, 2, 0.05);
  EXPECT_EQ(choice.best, 0u);
  EXPECT_FALSE(choice.stability);
}

}  // namespace
}  // namespace scpp
