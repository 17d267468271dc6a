#pragma once
// The kinds of plots that the study needs.
#include <string>
#include <vector>

namespace scpp::paper {

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
