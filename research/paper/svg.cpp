#include "paper/svg.hpp"

#include <cmath>
#include <cstdio>

namespace scpp::paper {
namespace {

// Hues told apart by most colour-blind readers first (Okabe and Ito), then further ones; the dark forms are
// lighter.
constexpr const char* light[colour_count] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#a07800", "#2a9bc8", "#7a4fa3", "#b2182b",
                                             "#4d7d16", "#8c510a", "#5a5a5a", "#c51b7d"};
constexpr const char* dark[colour_count] = {"#5db7ee", "#ff9a4d", "#3fd6a6", "#f0a6d0", "#e6bd3a", "#8fdcff",
                                            "#c3a2ea", "#ff7f87", "#a5d65a", "#dba260", "#b5b5b5", "#ff8fcd"};

std::string colours(const char* const (&palette)[colour_count], const char* ink, const char* paper,
                    const char* grid) {
  std::string css = std::string("text{fill:") + ink + "}.paper{fill:" + paper + "}.ink{stroke:" + ink +
                    "}.grid{stroke:" + grid + "}.faint{fill:" + grid + "}";
  for (int i = 0; i < colour_count; ++i) {
    const std::string name = ".c" + std::to_string(i);
    css += name + "{stroke:" + palette[i] + "}" + name + ".fill{fill:" + palette[i] + "}";
  }
  return css;
}

std::string style_sheet() {
  return "text{font-family:sans-serif}path,line,polyline,rect{fill:none}.dots{stroke-width:2.6;stroke-"
         "linecap:round}"
         ".fill{stroke:none!important}.soft{fill-opacity:.2}.thick{stroke-width:2}" +
         colours(light, "#1a1a1a", "#ffffff", "#d5d5d5") + "@media (prefers-color-scheme:dark){" +
         colours(dark, "#e8e8e8", "#161616", "#444444") + "}@media print{" +
         colours(light, "#000000", "#ffffff", "#cccccc") + "}";
}

std::string joined(const std::vector<std::pair<double, double>>& points) {
  std::string text;
  for (const auto& [x, y] : points) text += number(x) + "," + number(y) + " ";
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string number(double value, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  std::string text = buffer;
  if (text.find('.') != std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

Svg::Svg(double width, double height, std::string_view title) {
  head_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + number(height) +
          "\" width=\"" + number(width) + "\" role=\"img\"><title>" + escaped(title) + "</title><style>" +
          style_sheet() + "</style>";
  rectangle(0, 0, width, height, "paper fill");
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
  body_ += "<line class=\"" + std::string(style) + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) +
           "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\"/>\n";
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view style) {
  body_ += "<rect class=\"" + std::string(style) + "\" x=\"" + number(x) + "\" y=\"" + number(y) +
           "\" width=\"" + number(width) + "\" height=\"" + number(height) + "\"/>\n";
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, std::string_view style) {
  body_ += "<polyline class=\"" + std::string(style) + "\" points=\"" + joined(points) + "\"/>\n";
}

void Svg::area(const std::vector<std::pair<double, double>>& points, std::string_view style) {
  body_ += "<polygon class=\"" + std::string(style) + "\" points=\"" + joined(points) + "\"/>\n";
}

void Svg::dots(const std::vector<std::pair<double, double>>& points, std::string_view style) {
  if (points.empty()) return;
  body_ += "<path class=\"dots " + std::string(style) + "\" d=\"";
  for (const auto& [x, y] : points) body_ += "M" + number(x) + " " + number(y) + "h0";
  body_ += "\"/>\n";
}

void Svg::text(double x, double y, std::string_view words, Anchor anchor, double size) {
  const char* name = anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
  body_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" font-size=\"" + number(size) +
           "\" text-anchor=\"" + name + "\">" + escaped(words) + "</text>\n";
}

std::string Svg::str() const { return head_ + body_ + "</svg>\n"; }

}  // namespace scpp::paper
