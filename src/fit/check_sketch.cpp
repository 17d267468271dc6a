#include "fit/check_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "model/check_model.hpp"

namespace scpp {
namespace {

constexpr Index most_rows = Index{1} << 62;                   // twice as many still have a number
constexpr double largest_value = std::numeric_limits<double>::max() / 4;  // as data/moments.cpp lets pass

bool is_moment(const Moments& moments, Index c) {
  const double low = moments.low[c], high = moments.high[c], width = high - low;
  return low >= -largest_value && high <= largest_value && low <= high && moments.mean[c] >= low - width &&
         moments.mean[c] <= high + width && moments.squares[c] >= 0 && moments.squares[c] <= moments.weight;
}

const char* fault_in(const Moments& moments, Index columns) {
  for (const auto* values : {&moments.low, &moments.high, &moments.mean, &moments.squares})
    if (std::ssize(*values) != columns) return "its parts differ in the number of columns";
  if (!(moments.weight >= 0) || std::isinf(moments.weight)) return "a piece has a wrong weight";
  for (Index c = 0; c < columns && moments.weight > 0; ++c)
    if (!is_moment(moments, c)) return "a piece has wrong moments";
  return nullptr;
}

const char* fault_in_pieces(const Summary& summary) {
  Index end = 0;
  for (const MomentsPiece& piece : summary.pieces) {
    if (piece.begin < end || piece.end <= piece.begin || piece.end > most_rows)
      return "a piece has wrong rows";
    end = piece.end;
    if (const char* fault = fault_in(piece.moments, summary.sample.values.columns)) return fault;
  }
  return nullptr;
}

/// Rows of the sample ascend, each in a piece and between the least and the greatest value there.
const char* fault_in_sample(const Summary& summary) {
  const RowSample& sample = summary.sample;
  if (std::ssize(sample.keys) != std::ssize(sample.rows) || sample.values.rows != std::ssize(sample.rows))
    return "its sample has not one key and row for each number";
  auto piece = summary.pieces.begin();
  for (Index i = 0; i < std::ssize(sample.rows); ++i) {
    if (sample.keys[i] < 0 || sample.rows[i] < 0 || (i > 0 && sample.rows[i] <= sample.rows[i - 1]))
      return "its sample has wrong rows";
    const auto row = sample.rows[i];
    while (piece != summary.pieces.end() && piece->end <= row) ++piece;
    if (piece == summary.pieces.end() || row < piece->begin) return "its sample has rows of no piece";
    for (Index c = 0; c < sample.values.columns; ++c) {
      const double value = sample.values.row(i)[c];
      if (!(value >= piece->moments.low[c] && value <= piece->moments.high[c]))
        return "its sample has values beyond those of its piece";
    }
  }
  return nullptr;
}

}  // namespace

const char* fault_in(const Summary& summary) {
  if (!summary.pieces.empty() && summary.sample.values.columns == 0) return "it has no columns";
  if (const char* fault = fault_in_pieces(summary)) return fault;
  return fault_in_sample(summary);
}

const char* fault_in(const SketchPlan& plan) {
  const Index columns = plan.transform.mean.size();
  if (columns == 0 || std::ssize(plan.transform.scale) != columns || plan.coarse.columns != columns ||
      plan.fine.columns != columns)
    return "its parts differ in the number of columns";
  if (!all_finite(plan.transform.mean) || !all_finite(plan.transform.scale) ||
      !all_finite(plan.coarse.values) || !all_finite(plan.fine.values))
    return "it has a number that is not finite";
  if (!(plan.weight >= 1) || std::isinf(plan.weight)) return "it has a wrong weight";
  const bool covers = !plan.begin.empty() && std::ssize(plan.begin) == plan.coarse.rows + 1 &&
                      plan.begin.front() == 0 &&
                      plan.begin.back() == plan.fine.rows && plan.coarse.rows > 0;
  if (!covers || std::ranges::adjacent_find(plan.begin, std::ranges::greater_equal()) != plan.begin.end())
    return "its groups of cells do not fit its cells";
  return nullptr;
}

const char* fault_in(const Sketch& sketch) {
  if (sketch.columns == 0 || std::ssize(sketch.sums) % sketch.columns != 0 ||
      std::ssize(sketch.sums) / sketch.columns != std::ssize(sketch.weights))
    return "it has not one sum for each cell and column";
  if (std::ranges::any_of(sketch.weights, [](std::int64_t weight) { return weight < 0; }))
    return "it has a cell of negative weight";
  return nullptr;
}

}  // namespace scpp
