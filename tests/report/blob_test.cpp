#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/page.hpp"

namespace scpp {
namespace {

TEST(Blob, Base64IsThatOfRfc4648) {
  const std::vector<std::pair<std::string, std::string>> known = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [text, encoded] : known) {
    Blob blob;
    blob.add_small(std::vector<std::int32_t>(text.begin(), text.end()), 128);
    EXPECT_EQ(blob.base64(), encoded);
  }
}

TEST(Blob, ArraysBeginAtMultiplesOfEightAndSayTheirType) {
  Blob blob;
  EXPECT_EQ(blob.add_small(std::vector<std::int32_t>{1, 2, 3}, 256), (ArrayRef{"u8", 0, 3}));
  EXPECT_EQ(blob.add_small(std::vector<std::int32_t>{1, 2, 3}, 257), (ArrayRef{"u16", 8, 3}));
  EXPECT_EQ(blob.add_small(std::vector<std::int32_t>{70000}, 70001), (ArrayRef{"u32", 16, 1}));
  EXPECT_EQ(blob.add_unit(std::vector<float>{-1, 1}), (ArrayRef{"i16", 24, 2}));
  EXPECT_EQ(blob.add(std::vector<float>{}), (ArrayRef{"f32", 32, 0}));
}

TEST(Quantise, IsWithinHalfAStepAndKeepsMissingCells) {
  const std::vector<float> values = {-3.5f, 0.1f, std::numeric_limits<float>::quiet_NaN(), 8.25f, 1e-3f};
  const Quantised packed = quantise(values);
  EXPECT_EQ(packed.low, -3.5);
  EXPECT_EQ(packed.high, 8.25);
  const double step = (packed.high - packed.low) / 65534;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      EXPECT_EQ(packed.steps[i], 65535);
    } else {  // half a step, and a little for the rounding of low + step * size
      EXPECT_NEAR(packed.low + packed.steps[i] * step, values[i], 0.5000001 * step);
    }
  }
}

TEST(Quantise, TakesOneColumnOfMany) {
  const Quantised second = quantise(std::vector<float>{0, 10, 1, 20, 2, 30}, 1, 2);
  EXPECT_EQ(second.steps, (std::vector<std::uint16_t>{0, 32767, 65534}));
}

TEST(Quantise, OfEqualValuesIsThatValue) {
  const Quantised packed = quantise(std::vector<float>{4, 4});
  EXPECT_EQ(packed.low, 4);
  EXPECT_EQ(packed.steps, (std::vector<std::uint16_t>{0, 0}));
}

}  // namespace
}  // namespace scpp
