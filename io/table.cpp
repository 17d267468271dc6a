#include "io/table.hpp"

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
Table select_values(const TableView& from, const std::vector<Index>& rows,
                    const std::vector<Index>& columns, const std::vector<double>* fill) {
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

}  // namespace scpp
