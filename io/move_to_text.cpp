#include "io/move_to_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/column_plan.hpp"
#include "io/shortest.hpp"

namespace scpp {
namespace {

std::vector<std::string> names_by_position(const Table& table) {
  if (table.names.empty()) return {};
  std::vector<std::string> names(table.columns() + table.text.size());
  for (Index j = 0; j < table.columns(); ++j) names[table.positions[j]] = table.names[j];
  for (const TextColumn& column : table.text) names[column.position] = column.name;
  return names;
}

TextColumn as_text(const Table& table, Index j) {
  TextColumn column{table.names.empty() ? "" : table.names[j], table.positions[j], {}};
  for (Index row = 0; row < table.rows(); ++row) {
    const double value = table.values(row, j);
    std::string& cell = column.cells.emplace_back();
    if (!std::isnan(value)) append_shortest(cell, value);
  }
  return column;
}

}  // namespace

Table with_text_columns(const std::string& path, Table table, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return table;
  const auto names = names_by_position(table);
  std::vector<bool> moved(table.columns() + table.text.size(), false);
  for (const std::string& column : wanted) moved[find_column(path, names, moved.size(), column)] = true;
  std::vector<Index> kept;
  for (Index j = 0; j < table.columns(); ++j) {
    if (moved[table.positions[j]])
      table.text.push_back(as_text(table, j));
    else
      kept.push_back(j);
  }
  if (std::ssize(kept) == table.columns()) return table;
  std::sort(table.text.begin(), table.text.end(),
            [](const TextColumn& a, const TextColumn& b) { return a.position < b.position; });
  return select(table, {{}, std::move(kept), nullptr});
}

}  // namespace scpp
