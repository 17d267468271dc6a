#pragma once
// A small SVG canvas, and the kinds of plots that the study needs.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scpp::paper {

inline constexpr int colour_count = 12;

/// Colours are CSS classes with a light and a dark form, so a drawing reads in print and in dark mode.
class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  /// `style` is a list of CSS classes: "ink", "faint", "grid", "c0" ... "c11".
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  void rectangle(double x, double y, double width, double height, std::string_view style);
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view style);
  void area(const std::vector<std::pair<double, double>>& points, std::string_view style);
  /// All points of one colour in one element: compact for thousands of them.
  void dots(const std::vector<std::pair<double, double>>& points, std::string_view style);
  enum class Anchor { start, middle, end };
  void text(double x, double y, std::string_view words, Anchor anchor = Anchor::start, double size = 12);

  std::string str() const;

 private:
  std::string head_, body_;
};

std::string escaped(std::string_view text);
/// At most `digits` behind the point, no trailing zeros.
std::string number(double value, int digits = 1);

struct ScatterPanel {
  std::string title;
  std::vector<double> x, y;
  std::vector<int> group;  ///< colour of each point
};
/// Panels side by side, `per_row` in a row; of many points an evenly spaced part is drawn. Below them the
/// names of the groups, unless there are more groups than colours.
std::string scatter_plot(const std::string& title, const std::vector<ScatterPanel>& panels, int per_row,
                         const std::vector<std::string>& group_names = {});

struct BoxSeries {
  std::string name;
  std::vector<double> values;
};
/// Median, quartiles, whiskers to the last value within 1.5 interquartile ranges, the others as dots; the
/// mean as a filled square.
std::string box_plot(const std::string& title, const std::vector<BoxSeries>& series);

struct LineSeries {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low, high;  ///< band around y; empty for none
};
struct Axes {
  std::string x, y;
  bool log_y = false;
};
std::string line_plot(const std::string& title, const Axes& axes, const std::vector<LineSeries>& series);

/// Linear interpolation between order statistics (type 7 of Hyndman and Fan). Pre: not empty.
double quantile(std::vector<double> values, double share);

}  // namespace scpp::paper
