#pragma once
// A small SVG canvas. Colours are CSS classes with a light and a dark form, so a drawing reads in print and
// in dark mode.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scpp::paper {

inline constexpr int colour_count = 12;

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

}  // namespace scpp::paper
