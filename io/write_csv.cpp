#include <cmath>

#include "io/cell.hpp"
#include "io/column_order.hpp"
#include "io/output_text.hpp"
#include "io/shortest.hpp"
#include "io/write_table.hpp"

namespace scpp {
namespace {

/// Quotes what would otherwise read back as something else.
void append_text(std::string& out, const std::string& cell, char separator, bool quote) {
  const std::string special = std::string("\"\n\r#") + separator;
  if (!quote && !cell.empty() && cell.find_first_of(special) == cell.npos && without_blanks(cell) == cell) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_header(std::string& out, const std::vector<OrderedColumn>& columns, char separator) {
  const CellReader reader(ReadOptions().missing_words);
  for (Index i = 0; i < std::ssize(columns); ++i) {
    if (i) out += separator;
    double ignored = 0;
    append_text(out, columns[i].name, separator, reader.read(columns[i].name, ignored) != CellKind::text);
  }
  out += '\n';
}

}  // namespace

void write_csv(const std::string& path, const Table& table, char separator) {
  OutputText out(path);
  const auto columns = ordered_columns(table);
  // Without a header a text column could pass for one.
  if (!table.names.empty() || !table.text.empty()) append_header(out.text(), columns, separator);
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index i = 0; i < std::ssize(columns); ++i) {
      if (i) out.text() += separator;
      const double value = columns[i].text ? 0 : table.values(row, columns[i].numeric);
      if (columns[i].text)
        append_text(out.text(), columns[i].text->cells[row], separator, false);
      else if (std::isnan(value))
        out.text() += "NA";
      else
        append_shortest(out.text(), value);
    }
    out.text() += '\n';
    out.flush_if_large();
  }
  out.finish();
}

}  // namespace scpp
