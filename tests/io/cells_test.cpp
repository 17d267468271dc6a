// One cell of a text table: which numbers it may hold, and in which letters.
#include <cmath>
#include <cstdlib>

#include "base/random.hpp"
#include "io/table.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

CellKind read(const std::string& cell, double& value, bool commas = false) {
  return CellReader(ReadOptions().missing_words, commas).read(cell, value);
}

/// A number as somebody might type it.
std::string typed_number(Random& random) {
  const auto below = [&](int count) { return static_cast<int>(random.uniform() * count); };
  const auto digits = [&](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += static_cast<char>('0' + below(10));
    return text;
  };
  std::string text = std::vector<std::string>{"", "-", "+"}[below(3)] + digits(1 + below(18));
  if (below(2)) text += "." + digits(below(20));
  if (below(3) == 0)
    text += std::string(1, "eE"[below(2)]) + std::vector<std::string>{"", "-", "+"}[below(3)] +
            digits(1 + below(2));
  return text;
}

TEST(Cells, NumbersAreTheNearestDoublesOfWhatIsTyped) {
  Random random(7, 1);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = typed_number(random);
    double value = 0;
    ASSERT_EQ(read(" " + text + "\t", value), CellKind::number) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
  }
}

TEST(Cells, AreOfOneKindEach) {
  const std::vector<std::pair<std::string, CellKind>> kinds = {
      {"", CellKind::missing},         {"  ", CellKind::missing},       {"NA", CellKind::missing},
      {"na", CellKind::missing},       {"#DIV/0!", CellKind::missing},  {"nan", CellKind::missing},
      {"NAN2", CellKind::text},        {"NAA", CellKind::text},         {"+", CellKind::text},
      {"++1", CellKind::text},         {"+-1", CellKind::text},         {"-+1", CellKind::text},
      {"1x", CellKind::text},          {"x1", CellKind::text},          {"1 2", CellKind::text},
      {"1e400", CellKind::too_large},  {"-1e400", CellKind::too_large}, {"inf", CellKind::number},
      {"-Infinity", CellKind::number}, {"+INF", CellKind::number},      {"true", CellKind::number},
      {"FALSE", CellKind::number},     {"truer", CellKind::text},       {"tru", CellKind::text},
      {"falsy", CellKind::text},       {"1,5", CellKind::text},         {"0x10", CellKind::text}};
  for (const auto& [cell, kind] : kinds) {
    double value = 0;
    EXPECT_EQ(read(cell, value), kind) << cell;
    EXPECT_EQ(std::isnan(value), kind != CellKind::number) << cell;
  }
  double value = 0;
  read("True", value);
  EXPECT_EQ(value, 1);
  read("false", value);
  EXPECT_EQ(value, 0);
}

TEST(Cells, ACommaMayStandForThePoint) {
  double value = 0;
  for (const auto& [cell, wanted] :
       std::vector<std::pair<std::string, double>>{{"1,5", 1.5},
                                                   {"-0,25", -0.25},
                                                   {"+12,5e-1", 1.25},
                                                   {",5", 0.5},
                                                   {std::string(58, '1') + ",5e-57", 1.1111111111111112}}) {
    EXPECT_EQ(read(cell, value, true), CellKind::decimal_comma) << cell;
    EXPECT_NEAR(value, wanted, 1e-15 * std::abs(wanted)) << cell;
  }
  for (const std::string cell : {"1,", "1,5,2", "1.000,5", "a,5", ",", "1,5x"})
    EXPECT_EQ(read(cell, value, true), CellKind::text) << cell;
  EXPECT_EQ(read("1.5", value, true), CellKind::number);
}

TEST(Cells, AMissingWordMayBeANumberInAnyCase) {
  const CellReader reader({"-999", "Gone"}, false);
  double value = 0;
  for (const std::string cell : {"-999", " gone ", "GONE", ""})
    EXPECT_EQ(reader.read(cell, value), CellKind::missing);
  EXPECT_EQ(reader.read("999", value), CellKind::number);
  EXPECT_EQ(reader.read("-999.0", value), CellKind::number) << "another word";
  EXPECT_EQ(reader.read("NA", value), CellKind::text) << "not among the words";
}

std::string utf8(char32_t c) {
  std::string text;
  if (c < 0x80) return {static_cast<char>(c)};
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  text += static_cast<char>((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | c >> 6 * more);
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
  return text;
}

TEST(Utf8, HoldsEveryCharacterAndNothingThatIsCut) {
  for (char32_t c = 1; c < 0x110000; c += c < 0x900 ? 1 : 257) {
    const std::string text = utf8(c);
    ASSERT_TRUE(is_utf8("a" + text + "b")) << static_cast<int>(c);
    EXPECT_EQ(as_utf8(text), text);
    if (text.size() == 1) continue;
    ASSERT_FALSE(is_utf8(text.substr(0, text.size() - 1))) << static_cast<int>(c);
    ASSERT_FALSE(is_utf8(text.substr(1))) << static_cast<int>(c);
    for (std::size_t i = 1; i < text.size(); ++i)
      ASSERT_FALSE(is_utf8(text.substr(0, i) + "x" + text.substr(i + 1)));
  }
  for (const int lead : {0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff})
    EXPECT_FALSE(is_utf8(std::string(1, static_cast<char>(lead)) + "\x80\x80\x80")) << lead;
}

TEST(Utf8, OtherBytesAreLatin1) {
  for (int byte = 1; byte < 256; ++byte) {
    const std::string text = {'\xe9', 'x', static_cast<char>(byte)};  // begins with a letter that is no UTF-8
    EXPECT_EQ(as_utf8(text), utf8(0xe9) + "x" + utf8(static_cast<char32_t>(byte)));
  }
}

}  // namespace
}  // namespace scpp
