#include "fit/reference.hpp"

#include <algorithm>
#include <map>

#include "data/units.hpp"

namespace scpp {
namespace {

// research/notes/confidence.md: 500 and 4,000 rows know as much.
constexpr Index usual_rows = 1000;
// A model of a wide table should not be larger than the table's own splits.
constexpr Index most_values = Index{1} << 21, least_rows = 200;

Index rows_wanted(Index columns) {
  return std::clamp(most_values / std::max<Index>(columns, 1), least_rows, usual_rows);
}

/// How many of each cluster, whose units are counted.
Index quota(Index units, Index all, Index clusters, Index wanted) {
  const Index even = wanted / (2 * clusters), proportional = wanted * units / all;
  return std::min(units, std::max({even, proportional, Index{1}}));
}

}  // namespace

ReferenceRows reference_rows(const Scaled& scaled, const TableView& table,
                             const std::vector<std::int32_t>& leaf) {
  const Units units = units_of(scaled);
  std::map<std::int32_t, std::vector<Index>> of_leaf;
  for (Index unit = 0; unit < std::ssize(units.row); ++unit) of_leaf[leaf[units.row[unit]]].push_back(unit);
  std::vector<double> weight(units.row.size(), 0.0);  // 0 for units that are not taken
  for (const auto& [node, members] : of_leaf) {
    const Index taken =
        quota(std::ssize(members), std::ssize(units.row), std::ssize(of_leaf), rows_wanted(table.columns()));
    double all = 0, known = 0;
    for (Index i = 0; i < std::ssize(members); ++i) {
      all += units.weights[members[i]];
      if (i < taken) known += units.weights[members[i]];
    }
    for (Index i = 0; i < taken; ++i) weight[members[i]] = units.weights[members[i]] * (all / known);
  }
  ReferenceRows reference;
  std::vector<Index> rows;
  for (Index unit = 0; unit < std::ssize(weight); ++unit) {
    if (weight[unit] == 0) continue;
    reference.weights.push_back(weight[unit]);
    rows.push_back(units.row[unit]);
  }
  reference.rows = {std::ssize(rows), table.columns(), std::vector<double>(rows.size() * table.columns())};
  for (Index i = 0; i < std::ssize(rows); ++i)
    table.copy_row(rows[i], reference.rows.values.data() + i * table.columns());
  return reference;
}

ReferenceRows reference_of_sample(const Summary& summary, const SketchPlan& plan, const CellTable& cells,
                                  const std::vector<std::int32_t>& leaf) {
  std::vector<double> count(cells.weights.size(), 0.0);
  for (const auto cell : cells.of_sample) ++count[cell];
  const Index rows = std::ssize(cells.of_sample);
  Vector weights(rows);
  std::vector<std::int32_t> leaf_of_row(rows);
  for (Index row = 0; row < rows; ++row) {
    const std::int32_t cell = cells.of_sample[row];
    weights[row] = cells.weights[cell] / count[cell];
    leaf_of_row[row] = leaf[cell];
  }
  const TableView table = table_of(summary.sample);
  return reference_rows({table, plan.transform, weights, {}}, table, leaf_of_row);
}

}  // namespace scpp
