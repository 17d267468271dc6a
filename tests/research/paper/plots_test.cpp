#include "paper/plots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scpp::paper {
namespace {

using testing::HasSubstr;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Plots, QuantilesInterpolateBetweenOrderStatistics) {
  EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile({4, 1, 2, 3}, 0.5), 2.5);
  EXPECT_EQ(quantile({0, 10}, 0.25), 2.5);
  EXPECT_EQ(quantile({7}, 0.75), 7);
}

TEST(Svg, NumbersAreShortAndTextIsEscaped) {
  EXPECT_EQ(number(1.50, 2), "1.5");
  EXPECT_EQ(number(-0.001, 1), "0");
  EXPECT_EQ(number(100, 1), "100");
  EXPECT_EQ(escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
}

TEST(Svg, ReadsInPrintAndInDarkMode) {
  const std::string svg = Svg(10, 10, "t").str();
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, HasSubstr("@media print"));
}

TEST(ScatterPlot, NamesItsGroupsInTheirColoursUnlessTheColoursRunOut) {
  const std::vector<ScatterPanel> panels = {{"one", {0, 1}, {0, 1}, {0, 1}}};
  const std::string svg = scatter_plot("t", panels, 1, {"zebra", "ape"});
  const std::size_t ape = svg.find(">ape<"), zebra = svg.find(">zebra<");
  ASSERT_NE(zebra, std::string::npos);
  EXPECT_LT(ape, zebra);
  EXPECT_LT(svg.rfind("c1 fill", ape), ape);
  const std::vector<std::string> many(13, "group");
  EXPECT_EQ(scatter_plot("t", panels, 1, many).find(">group<"), std::string::npos);
}

TEST(Plots, ScatterDrawsEveryPointOfASmallPanelInItsColour) {
  const std::string svg = scatter_plot("t", {{"one", {0, 1, 2}, {0, 1, 0}, {0, 1, 1}}}, 1);
  EXPECT_EQ(count_of(svg, "h0"), 3U);
  EXPECT_THAT(svg, HasSubstr("dots c0"));
  EXPECT_THAT(svg, HasSubstr("dots c1"));
}

TEST(Plots, BoxesStandForEverySeriesAndTakeEmptyOnes) {
  const std::string svg = box_plot("t", {{"a", {1, 2, 3}}, {"b", {}}});
  EXPECT_THAT(svg, HasSubstr(">a</text>"));
  EXPECT_THAT(svg, HasSubstr(">b</text>"));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Plots, LinesHaveBandsAndAConstantSeriesIsDrawn) {
  const std::string svg = line_plot("t", {"x", "y"}, {{"flat", {1, 2}, {5, 5}, {4, 4}, {6, 6}}});
  EXPECT_EQ(count_of(svg, "<polygon"), 1U);
  EXPECT_EQ(line_plot("t", {"x", "y"}, {{"flat", {1, 2}, {5, 5}, {}, {}}}).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace scpp::paper
