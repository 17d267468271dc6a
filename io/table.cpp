// Tables: parts of them, their columns in order.
#include "io/table.hpp"

#include <algorithm>
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
  table.source_columns = columns;
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
  result.source_columns = table.source_columns;
  result.left_out = table.left_out;
  result.notes = table.notes;
  result.suspects = table.suspects;
  result.repeated = table.repeated;
  result.absent_is_zero = table.absent_is_zero;
  result.source_rows = table.source_rows;
  if (selection.rows) result.source_rows = table.source_rows.empty() ? rows : picked(table.source_rows, rows);
  for (const TextColumn& column : table.text)
    result.text.push_back(
        {column.name, column.position, selection.rows ? picked(column.cells, rows) : column.cells});
  return result;
}

void note_once(std::vector<ReadNote>& notes, Guess guess, std::string sentence) {
  for (const ReadNote& note : notes)
    if (note.guess == guess) return;
  notes.push_back({guess, std::move(sentence)});
}

Table transposed(const Table& table) {
  Table turned = table;
  turned.values = table.values.transposed();
  turned.positions = counted(table.rows());
  turned.source_columns = table.rows();
  turned.names.clear();
  turned.text.clear();
  if (!table.text.empty()) turned.names = table.text.front().cells;
  if (!table.names.empty()) turned.text.push_back({"name", table.rows(), table.names});
  return turned;
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

}  // namespace scpp
