#include "io/column_order.hpp"

#include <algorithm>
#include <utility>

namespace scpp {

std::vector<OrderedColumn> ordered_columns(const Table& table) {
  std::vector<std::pair<Index, OrderedColumn>> placed;
  for (Index j = 0; j < table.columns(); ++j)
    placed.push_back({table.positions[j], {nullptr, j, table.names.empty() ? "" : table.names[j]}});
  for (const TextColumn& column : table.text) placed.push_back({column.position, {&column, 0, column.name}});
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<OrderedColumn> columns;
  for (auto& [position, column] : placed) {
    if (column.name.empty()) column.name.append("x").append(std::to_string(columns.size() + 1));
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace scpp
