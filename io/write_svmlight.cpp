#include <algorithm>
#include <cmath>

#include "io/output_text.hpp"
#include "io/shortest.hpp"
#include "io/write_table.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

const TextColumn* label_column(const std::string& path, const Table& table) {
  const auto found = std::find_if(table.text.begin(), table.text.end(),
                                  [](const TextColumn& column) { return column.name == "label"; });
  if (found == table.text.end()) return nullptr;
  for (const std::string& cell : found->cells)
    if (cell.empty() || cell.find_first_of(" \t\r\n:#") != cell.npos)
      throw FileError("cannot write " + path + ": the label '" + cell + "' cannot stand in an SVMlight file");
  return &*found;
}

/// Zeros are left out, but not -0; the first row tells the number of columns by its last one.
bool is_written(double value, bool tells_width) { return tells_width || value != 0 || std::signbit(value); }

}  // namespace

void write_svmlight(const std::string& path, const Table& table) {
  const TextColumn* label = label_column(path, table);
  OutputText out(path);
  for (Index row = 0; row < table.rows(); ++row) {
    out.text() += label ? label->cells[row] : "0";
    for (Index j = 0; j < table.columns(); ++j) {
      const double value = table.values(row, j);
      if (!is_written(value, row == 0 && j + 1 == table.columns())) continue;
      out.text() += ' ' + std::to_string(j + 1) + ':';
      append_shortest(out.text(), value);
    }
    out.text() += '\n';
    out.flush_if_large();
  }
  out.finish();
}

}  // namespace scpp
