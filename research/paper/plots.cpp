#include "paper/plots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

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

namespace {

using Anchor = Svg::Anchor;

std::string colour(std::size_t group) { return "c" + std::to_string(group % colour_count); }

/// Data interval to picture interval.
struct Scale {
  double from, to, low, high;
  double operator()(double value) const { return low + (value - from) / (to - from) * (high - low); }
};

Scale scale_over(double least, double most, double low, double high) {
  const double margin = most > least ? 0.04 * (most - least) : 1;
  return {least - margin, most + margin, low, high};
}

/// 1, 2 or 5 times a power of ten, giving about `wanted` steps.
double tick_step(double range, int wanted) {
  const double raw = range / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw) return factor * power;
  return 10 * power;
}

void draw_y_axis(Svg& svg, const Scale& y, double left, double right) {
  const double step = tick_step(y.to - y.from, 6);
  for (double tick = std::ceil(y.from / step) * step; tick <= y.to; tick += step) {
    svg.line(left, y(tick), right, y(tick), "grid");
    svg.text(left - 6, y(tick) + 4, number(tick, step < 0.1 ? 2 : step < 1 ? 1 : 0), Anchor::end);
  }
}

void draw_panel(Svg& svg, const ScatterPanel& panel, double left, double top, double side) {
  constexpr std::size_t most_points = 1500;
  svg.rectangle(left, top, side, side, "grid");
  svg.text(left + side / 2, top - 7, panel.title, Anchor::middle, 13);
  if (panel.x.empty()) return;
  const auto [x_low, x_high] = std::ranges::minmax(panel.x);
  const auto [y_low, y_high] = std::ranges::minmax(panel.y);
  const Scale x = scale_over(x_low, x_high, left, left + side),
              y = scale_over(y_low, y_high, top + side, top);
  const int groups = *std::ranges::max_element(panel.group) + 1;
  std::vector<std::vector<std::pair<double, double>>> dots(groups);
  const std::size_t step = (panel.x.size() + most_points - 1) / most_points;
  for (std::size_t i = 0; i < panel.x.size(); i += step)
    dots[panel.group[i]].emplace_back(x(panel.x[i]), y(panel.y[i]));
  for (std::size_t group = 0; group < dots.size(); ++group) svg.dots(dots[group], colour(group));
}

/// In the order of the names, each in the colour of its group.
void draw_legend(Svg& svg, const std::vector<std::string>& names, double left, double top) {
  constexpr double mark = 10, letter = 7.5, space = 14;
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t group) { return std::pair(names[group].size(), names[group]); });
  for (const std::size_t group : order) {
    svg.rectangle(left, top, mark, mark, colour(group) + " fill");
    svg.text(left + mark + 5, top + mark, names[group], Anchor::start, 12);
    left += mark + 5 + letter * static_cast<double>(names[group].size()) + space;
  }
}

void draw_box(Svg& svg, const BoxSeries& series, const Scale& y, double centre, double half,
              std::size_t index) {
  const double q1 = quantile(series.values, 0.25), q2 = quantile(series.values, 0.5),
               q3 = quantile(series.values, 0.75);
  const double reach = 1.5 * (q3 - q1);
  double low = q1, high = q3;
  std::vector<std::pair<double, double>> outside;
  for (const double value : series.values) {
    if (value < q1 - reach || value > q3 + reach)
      outside.emplace_back(centre, y(value));
    else
      low = std::min(low, value), high = std::max(high, value);
  }
  svg.line(centre, y(low), centre, y(q1), "ink");
  svg.line(centre, y(q3), centre, y(high), "ink");
  svg.line(centre - half / 2, y(low), centre + half / 2, y(low), "ink");
  svg.line(centre - half / 2, y(high), centre + half / 2, y(high), "ink");
  svg.rectangle(centre - half, y(q3), 2 * half, y(q1) - y(q3), colour(index) + " thick");
  svg.line(centre - half, y(q2), centre + half, y(q2), "ink thick");
  svg.dots(outside, "ink");
  const double mean = std::accumulate(series.values.begin(), series.values.end(), 0.0) /
                      static_cast<double>(series.values.size());
  svg.rectangle(centre - 4, y(mean) - 4, 8, 8, "c7 fill");
}

void draw_series(Svg& svg, const LineSeries& series, const Scale& x, const Scale& y, std::size_t index,
                 bool log_y) {
  const auto place = [&](double value) { return y(log_y ? std::log10(value) : value); };
  std::vector<std::pair<double, double>> line, band;
  for (std::size_t i = 0; i < series.x.size(); ++i) line.emplace_back(x(series.x[i]), place(series.y[i]));
  for (std::size_t i = 0; i < series.low.size(); ++i) band.emplace_back(x(series.x[i]), place(series.low[i]));
  for (std::size_t i = series.high.size(); i-- > 0;) band.emplace_back(x(series.x[i]), place(series.high[i]));
  if (!band.empty()) svg.area(band, colour(index) + " fill soft");
  svg.polyline(line, colour(index) + " thick");
  if (series.x.size() <= 40) svg.dots(line, colour(index));
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

std::string scatter_plot(const std::string& title, const std::vector<ScatterPanel>& panels, int per_row,
                         const std::vector<std::string>& group_names) {
  constexpr double side = 250, gap = 20, top = 34, legend = 24;
  const bool named = !group_names.empty() && group_names.size() <= colour_count;
  const int rows = (static_cast<int>(panels.size()) + per_row - 1) / per_row;
  const double bottom = gap + rows * (side + top);
  Svg svg(gap + per_row * (side + gap), bottom + (named ? legend : 0), title);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto across = static_cast<double>(i % per_row);
    const auto down = static_cast<double>(i / per_row);
    draw_panel(svg, panels[i], gap + across * (side + gap), top + down * (side + top), side);
  }
  if (named) draw_legend(svg, group_names, gap, bottom);
  return svg.str();
}

std::string box_plot(const std::string& title, const std::vector<BoxSeries>& series) {
  constexpr double left = 60, top = 34, height = 300, step = 90;
  double low = 0, high = 0;
  for (const BoxSeries& one : series)
    for (const double value : one.values) low = std::min(low, value), high = std::max(high, value);
  const double right = left + step * static_cast<double>(series.size());
  Svg svg(right + 20, top + height + 34, title);
  svg.text((left + right) / 2, 20, title, Anchor::middle, 14);
  const Scale y = scale_over(low, high, top + height, top);
  draw_y_axis(svg, y, left, right);
  svg.line(left, y(0), right, y(0), "ink");
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double centre = left + step * (static_cast<double>(i) + 0.5);
    if (!series[i].values.empty()) draw_box(svg, series[i], y, centre, step / 4, i);
    svg.text(centre, top + height + 20, series[i].name, Anchor::middle);
  }
  return svg.str();
}

std::string line_plot(const std::string& title, const Axes& axes, const std::vector<LineSeries>& series) {
  constexpr double left = 70, top = 34, height = 280, width = 440;
  std::vector<double> all_x, all_y;
  for (const LineSeries& one : series) {
    all_x.insert(all_x.end(), one.x.begin(), one.x.end());
    for (const auto* values : {&one.y, &one.low, &one.high})
      all_y.insert(all_y.end(), values->begin(), values->end());
  }
  if (axes.log_y)
    for (double& value : all_y) value = std::log10(value);
  const auto [x_low, x_high] = std::ranges::minmax(all_x);
  const auto [y_low, y_high] = std::ranges::minmax(all_y);
  const Scale x = scale_over(x_low, x_high, left, left + width),
              y = scale_over(y_low, y_high, top + height, top);
  Svg svg(left + width + 150, top + height + 50, title);
  svg.text(left + width / 2, 20, title, Anchor::middle, 14);
  draw_y_axis(svg, y, left, left + width);
  const double step = tick_step(x.to - x.from, 8);
  for (double tick = std::ceil(x.from / step) * step; tick <= x.to; tick += step)
    svg.text(x(tick), top + height + 18, number(tick, 1), Anchor::middle);
  svg.text(left + width / 2, top + height + 40, axes.x, Anchor::middle);
  svg.text(6, 20, axes.log_y ? "log10 " + axes.y : axes.y);
  for (std::size_t i = 0; i < series.size(); ++i) {
    draw_series(svg, series[i], x, y, i, axes.log_y);
    const double at = top + 10 + 20 * static_cast<double>(i);
    svg.line(left + width + 12, at, left + width + 32, at, colour(i) + " thick");
    svg.text(left + width + 38, at + 4, series[i].name);
  }
  return svg.str();
}

}  // namespace scpp::paper
