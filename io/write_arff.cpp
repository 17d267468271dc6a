#include <algorithm>
#include <cmath>

#include "io/column_order.hpp"
#include "io/output_text.hpp"
#include "io/shortest.hpp"
#include "io/write_table.hpp"

namespace scpp {
namespace {

void append_quoted(std::string& out, const std::string& word) {
  out += '\'';
  for (const char c : word) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else
      out += c;
  }
  out += '\'';
}

/// A text column is declared nominal, so that Weka can use it as a class.
void append_nominal(std::string& out, std::vector<std::string> cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::erase(cells, "");
  out += '{';
  for (Index i = 0; i < std::ssize(cells); ++i) {
    if (i) out += ',';
    append_quoted(out, cells[i]);
  }
  out += '}';
}

void append_declarations(std::string& out, const std::vector<OrderedColumn>& columns) {
  out += "@relation table\n";
  for (const OrderedColumn& column : columns) {
    out += "@attribute ";
    append_quoted(out, column.name);
    out += ' ';
    if (column.text)
      append_nominal(out, column.text->cells);
    else
      out += "numeric";
    out += '\n';
  }
  out += "@data\n";
}

void append_cell(std::string& out, const Table& table, const OrderedColumn& column, Index row) {
  if (column.text) {
    const std::string& cell = column.text->cells[row];
    if (cell.empty())
      out += '?';
    else
      append_quoted(out, cell);
  } else {
    const double value = table.values(row, column.numeric);
    if (std::isnan(value))
      out += '?';
    else
      append_shortest(out, value);
  }
}

}  // namespace

void write_arff(const std::string& path, const Table& table) {
  OutputText out(path);
  const auto columns = ordered_columns(table);
  append_declarations(out.text(), columns);
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index i = 0; i < std::ssize(columns); ++i) {
      if (i) out.text() += ',';
      append_cell(out.text(), table, columns[i], row);
    }
    out.text() += '\n';
    out.flush_if_large();
  }
  out.finish();
}

}  // namespace scpp
