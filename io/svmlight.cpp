// SVMlight / LIBSVM: "label index:value index:value ...".
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_text.hpp"
#include "io/formats.hpp"
#include "io/table.hpp"

namespace scpp {
namespace {

struct Entry {
  Index row = 0;
  Index index = 0;
  double value = 0;
};

std::string_view next_token(std::string_view& line) {
  line = without_blanks(line);
  const std::string_view token = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(token.size());
  return token;
}

class SvmlightReader {
 public:
  explicit SvmlightReader(const std::string& path) : path_(path) {}

  void read_line(std::string_view line) {
    ++line_number_;
    line = line.substr(0, line.find('#'));
    const std::string_view label = next_token(line);
    if (label.empty()) return;
    if (label.find(':') != label.npos)
      fail("the line begins with " + quoted_for_message(label) + " instead of a label");
    Index last_index = 0;
    for (auto token = next_token(line); !token.empty(); token = next_token(line)) {
      if (token.starts_with("qid:")) continue;
      const Entry entry = parse(token);
      if (entry.index <= last_index)
        fail("index " + std::to_string(entry.index) + " stands after " + std::to_string(last_index) +
             "; indices start at 1 and rise");
      last_index = entry.index;
      entries_.push_back(entry);
    }
    columns_ = std::max(columns_, last_index);
    labels_.emplace_back(label);
  }

  Table table(const MemoryBudget& budget) && {
    if (labels_.empty()) throw FileError(path_ + " is empty: it holds no rows");
    const std::size_t cells = saturating_product(labels_.size(), columns_);
    std::shared_ptr<double[]> values = budget.allocate<double>(cells);
    budget.require_columns(columns_);
    std::fill_n(values.get(), cells, 0.0);
    for (const Entry& entry : entries_) values[entry.row * columns_ + entry.index - 1] = entry.value;
    Table table = owning_table<double>(std::move(values), labels_.size(), columns_);
    for (Index j = 0; j < columns_; ++j) {
      table.names.emplace_back("f").append(std::to_string(j + 1));
      table.positions[j] = j + 1;
    }
    table.text.push_back({"label", 0, std::move(labels_)});
    table.absent_is_zero = true;
    table.source_columns = columns_ + 1;
    return table;
  }

 private:
  Entry parse(std::string_view token) const {
    const std::size_t colon = token.find(':');
    Entry entry{std::ssize(labels_), 0, 0};
    const auto index = number_in<Index>(token.substr(0, colon));
    if (colon == token.npos || !index || *index < 0) fail(quoted_for_message(token) + " is not index:value");
    entry.index = *index;
    const std::string_view value = token.substr(colon + 1);
    const CellKind kind = value.empty() ? CellKind::text : cells_.read(value, entry.value);
    if (kind == CellKind::text || kind == CellKind::too_large)
      fail("feature " + std::to_string(entry.index) + ": " + quoted_for_message(value) +
           (kind == CellKind::text ? " is not a number" : " is too large for a number"));
    return entry;
  }

  [[noreturn]] void fail(const std::string& sentence) const {
    throw FileError(path_ + ", line " + std::to_string(line_number_) + " (data row " +
                    std::to_string(labels_.size() + 1) + "): " + sentence);
  }

  const std::string& path_;
  const CellReader cells_{{}};
  Index line_number_ = 0;
  Index columns_ = 0;
  std::vector<std::string> labels_;
  std::vector<Entry> entries_;
};

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

Table read_svmlight(const std::string& path, std::string_view text, const MemoryBudget& budget) {
  SvmlightReader reader(path);
  while (!text.empty()) {
    const std::size_t newline = std::min(text.find('\n'), text.size());
    reader.read_line(text.substr(0, newline));
    text.remove_prefix(std::min(newline + 1, text.size()));
  }
  return std::move(reader).table(budget);
}

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
