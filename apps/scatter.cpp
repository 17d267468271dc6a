#include "scatter.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "terminal.hpp"

namespace scpp::cli {
namespace {

constexpr Index width = 60, height = 18;

struct Marks {
  std::string few, many;
};

/// K-way splits have more sides than shapes: those get letters.
Marks marks_of(Index side, bool utf8) {
  static const std::array<Marks, 2> shapes = {{{"∙", "●"}, {"◦", "○"}}};
  static const std::array<Marks, 2> plain = {{{"x", "X"}, {"o", "O"}}};
  if (side < 2) return utf8 ? shapes[side] : plain[side];
  const char letter = static_cast<char>('a' + (side - 2) % 26);
  return {std::string(1, letter), std::string(1, static_cast<char>(letter - 'a' + 'A'))};
}

std::string coloured(const std::string& mark, Index side) {
  if (side > 1) return mark;
  return styled(mark, side == 0 ? Style::first_side : Style::second_side);
}

double along(const Split& split, Index microcluster, Index direction) {
  double sum = 0;
  for (Index j = 0; j < split.projection.rows; ++j)
    sum += split.microclusters(microcluster, j) * split.projection(j, direction);
  return sum;
}

std::vector<double> coordinates(const Split& split, Index direction) {
  if (direction >= split.projection.columns) return split.weights;
  std::vector<double> at(split.microclusters.rows);
  for (Index i = 0; i < std::ssize(at); ++i) at[i] = along(split, i, direction);
  return at;
}

/// Coordinates as cells 0 .. cells-1.
std::vector<Index> binned(const std::vector<double>& at, Index cells) {
  const auto [low, high] = std::ranges::minmax(at);
  const double step = (high - low) / static_cast<double>(cells);
  std::vector<Index> bins;
  for (const double x : at)
    bins.push_back(step > 0 ? std::min(cells - 1, static_cast<Index>((x - low) / step)) : cells / 2);
  return bins;
}

/// Rows of each side in one cell of the picture.
using Cell = std::map<Index, double>;

std::string mark_for(const Cell& cell, double many, bool utf8) {
  if (cell.empty()) return " ";
  const auto most = std::ranges::max_element(cell, {}, &Cell::value_type::second);
  const Marks marks = marks_of(most->first, utf8);
  return coloured(most->second > many ? marks.many : marks.few, most->first);
}

}  // namespace

std::string side_mark(Index side, bool utf8) { return coloured(marks_of(side, utf8).many, side); }

std::vector<std::string> scatter(const Split& split, bool utf8) {
  const auto x = binned(coordinates(split, 0), width), y = binned(coordinates(split, 1), height);
  std::vector<std::array<Cell, width>> picture(height);
  double rows = 0;
  for (Index i = 0; i < std::ssize(x); ++i) {
    picture[height - 1 - y[i]][x[i]][split.side[i]] += split.weights[i];
    rows += split.weights[i];
  }
  const double many = rows / static_cast<double>(x.size());  // more than a microcluster has on average
  std::vector<std::string> lines;
  for (const auto& line : picture) {
    std::string text;
    for (const Cell& cell : line) text += mark_for(cell, many, utf8);
    lines.push_back(text);
  }
  return lines;
}

}  // namespace scpp::cli
