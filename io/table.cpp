// Tables: parts of them, their columns in order and by name.
#include "io/table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace scpp {
namespace {

std::vector<Index> counted(Index count) {
  std::vector<Index> all(count);
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

template <class Item>
std::vector<Item> picked(const std::vector<Item>& items, const std::vector<Index>& which) {
  std::vector<Item> result;
  result.reserve(which.size());
  for (const Index index : which) result.push_back(items[index]);
  return result;
}

template <class Real>
Table select_values(const TableView& from, const std::vector<Index>& rows, const std::vector<Index>& columns,
                    const std::vector<double>* fill) {
  std::shared_ptr<Real[]> values(new Real[rows.size() * columns.size()]);
  Real* out = values.get();
  for (const Index row : rows)
    for (Index j = 0; j < std::ssize(columns); ++j) {
      const double value = from(row, columns[j]);
      *out++ = static_cast<Real>(fill && std::isnan(value) ? (*fill)[j] : value);
    }
  return owning_table<Real>(std::move(values), rows.size(), columns.size());
}

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

std::string column_label(Index position, const std::string& name) {
  const std::string number = "column " + std::to_string(position + 1);
  return name.empty() ? number : number + " '" + name + "'";
}

std::string column_label(const Table& table, Index column) {
  return column_label(table.positions[column], table.names.empty() ? std::string() : table.names[column]);
}

template <class Real>
Table owning_table(std::shared_ptr<const Real[]> values, Index rows, Index columns) {
  Table table;
  table.values = TableView::row_major(values.get(), rows, columns);
  table.scalar = sizeof(Real) == sizeof(float) ? Scalar::float32 : Scalar::float64;
  table.owner = std::move(values);
  table.positions = counted(columns);
  return table;
}

template Table owning_table(std::shared_ptr<const float[]>, Index, Index);
template Table owning_table(std::shared_ptr<const double[]>, Index, Index);

Table select(const Table& table, const Selection& selection) {
  const auto rows = selection.rows ? *selection.rows : counted(table.rows());
  const auto columns = selection.columns ? *selection.columns : counted(table.columns());
  Table result = table.scalar == Scalar::float32
                     ? select_values<float>(table.values, rows, columns, selection.fill)
                     : select_values<double>(table.values, rows, columns, selection.fill);
  if (!table.names.empty()) result.names = picked(table.names, columns);
  result.positions = picked(table.positions, columns);
  result.left_out = table.left_out;
  result.source_rows = table.source_rows;
  if (selection.rows) result.source_rows = table.source_rows.empty() ? rows : picked(table.source_rows, rows);
  for (const TextColumn& column : table.text)
    result.text.push_back(
        {column.name, column.position, selection.rows ? picked(column.cells, rows) : column.cells});
  return result;
}

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

Index find_column(const std::string& path, const std::vector<std::string>& names, Index columns,
                  const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      throw InvalidArgument(path + " has two columns named '" + wanted +
                            "'; give the number of the one you mean");
    return (found - names.begin());
  }
  Index number = 0;
  const auto end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, number);
  if (parsed.ec == std::errc() && parsed.ptr == end) {
    if (number >= 1 && number <= columns) return number - 1;
    throw InvalidArgument(path + " has no column " + wanted + ": its columns are 1 to " +
                          std::to_string(columns));
  }
  if (names.empty())
    throw InvalidArgument(path + " has no column '" + wanted +
                          "': its columns have no names, only the numbers 1 to " + std::to_string(columns));
  throw InvalidArgument(path + " has no column '" + wanted + "'" + did_you_mean(wanted, names));
}

std::vector<bool> text_plan(const std::string& path, const std::vector<std::string>& names, Index columns,
                            const ReadOptions& options) {
  std::vector<bool> as_text(columns, false);
  for (const std::string& wanted : options.text_columns)
    as_text[find_column(path, names, columns, wanted)] = true;
  return as_text;
}

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
