// CSV and its relatives: a table in memory, rows in a scratch file, and back to text.
#include "io/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "io/formats.hpp"

namespace scpp {
namespace {

/// The first rows of `body`, whole ones, about 16 MB of them. A line end between quotes is none, so where
/// there are quotes the rows are walked through.
std::string_view first_rows(std::string_view body, CsvSyntax syntax) {
  for (std::size_t size = std::size_t{1} << 24; size < body.size(); size *= 2) {
    const std::string_view part = body.substr(0, size);
    const char* end = part.data();
    if (!std::memchr(part.data(), '"', part.size())) {
      end += part.rfind('\n') + 1;  // rfind's npos + 1 is 0
    } else {
      CsvCursor cursor(part, syntax);
      try {
        while (cursor.next_row()) {
          while (!cursor.next_cell().ends_row) continue;
          if (cursor.at() < cursor.end()) end = cursor.at();
        }
      } catch (const CsvFault&) {  // the part ends between quotes, or a row is faulty: parsing it will tell
      }
    }
    if (end > part.data()) return part.substr(0, end - part.data());
  }
  return body;
}

class CsvReader {
 public:
  CsvReader(const std::string& path, std::string_view text, const ReadOptions& options)
      : path_(path),
        text_(text),
        layout_(csv_layout(path, text, options)),
        plan_{layout_.syntax, text_plan(path, layout_.names, layout_.columns, options), options.other_text,
              CellReader(options.missing_words)} {}

  std::unique_ptr<RowSource> stream(const Bytes& mapped, const std::function<void(std::size_t)>& progress,
                                    Table& columns) {
    ScratchRows rows = convert(mapped, progress);
    while (!rows.text_columns.empty()) {  // only the end tells: once more without them
      for (const Index column : rows.text_columns) {
        columns.left_out.push_back(column_label(column, name_of(column)));
        plan_.as_text[column] = true;
      }
      rows = convert(mapped, progress);
    }
    name_columns(columns);
    columns.text.clear();
    const Index width = columns.positions.size() - rows.last_column_is_empty;
    columns.positions.resize(width);
    const Bytes values = map_scratch(path_, *rows.file);
    const auto stride = width + rows.last_column_is_empty;
    return std::make_unique<MappedRows>(
        values, TableView(reinterpret_cast<const double*>(values.view.data()), rows.count, width, stride, 1));
  }

  Table read(const MemoryBudget& budget) {
    CsvBody parsed = parse_csv_body(layout_.body, plan_, budget);
    const Index rows = total_rows(parsed.blocks, 0);
    const Index width = plan_.width();
    Table table = owning_table<double>(std::move(parsed.values), rows, width);
    name_columns(table);
    gather_text(table, parsed.blocks);
    return without_text_columns(table, parsed.blocks);
  }

 private:
  /// Rows as doubles in a file.
  struct ScratchRows {
    std::unique_ptr<ScratchFile> file;
    Index count = 0;
    std::vector<Index> text_columns;    ///< that hold text though they were taken for numbers
    bool last_column_is_empty = false;  ///< every row ends in a separator
  };

  ScratchRows convert(const Bytes& mapped, const std::function<void(std::size_t)>& progress) {
    const Index width = plan_.width();
    ScratchRows rows{
        std::make_unique<ScratchFile>(), 0, {}, layout_.first_row_ends_in_empty && !plan_.as_text.back()};
    std::vector<bool> found_text(layout_.columns);
    counted_to_ = text_.data();
    counted_lines_ = 0;
    for (std::string_view rest = layout_.body; !rest.empty();) {
      const std::string_view window = first_rows(rest, layout_.syntax);
      CsvBody parsed = parse_csv_body(window, plan_, MemoryBudget(path_, 0));
      const Index count = total_rows(parsed.blocks, rows.count);
      rows.file->append(parsed.values.get(), count * width * sizeof(double));
      for (const CsvBlock& block : parsed.blocks)
        for (Index column = 0; column < layout_.columns; ++column)
          if (block.found_text[column]) found_text[column] = true;
      for (Index row = 0; row < count && rows.last_column_is_empty; ++row)
        rows.last_column_is_empty = std::isnan(parsed.values[row * width + width - 1]);
      rows.count += count;
      rest.remove_prefix(window.size());
      count_lines_to(rest.data());
      drop_pages(mapped.view);
      progress(rest.data() - text_.data());
    }
    for (Index column = 0; column < layout_.columns; ++column)
      if (found_text[column]) rows.text_columns.push_back(column);
    return rows;
  }

  /// Lines are counted where they are at hand.
  void count_lines_to(const char* at) {
    counted_lines_ += lines_in({counted_to_, at});
    counted_to_ = at;
  }

  Index total_rows(const std::vector<CsvBlock>& blocks, Index rows_before) {
    Index rows = 0;
    for (const CsvBlock& block : blocks) {
      rows += block.rows;
      if (block.fault) fail(*block.fault, rows_before + rows + 1);
    }
    return rows;
  }

  [[noreturn]] void fail(const CsvBlockFault& problem, Index data_row) {
    count_lines_to(problem.fault.where);
    std::string place = path_ + ", line " + std::to_string(counted_lines_ + 1) + " (data row " +
                        std::to_string(data_row) + ")";
    if (problem.column) place += ", " + column_label(*problem.column, name_of(*problem.column));
    throw FileError(place + ": " + problem.fault.sentence);
  }

  std::string name_of(Index column) const { return layout_.names.empty() ? "" : layout_.names[column]; }

  void name_columns(Table& table) const {
    table.positions.clear();
    for (Index column = 0; column < layout_.columns; ++column) {
      if (plan_.as_text[column]) {
        table.text.push_back({name_of(column), column, {}});
      } else {
        table.positions.push_back(column);
        if (!layout_.names.empty()) table.names.push_back(layout_.names[column]);
      }
    }
  }

  static void gather_text(Table& table, std::vector<CsvBlock>& blocks) {
    for (CsvBlock& block : blocks)
      for (Index i = 0; i < std::ssize(table.text); ++i)
        std::move(block.text[i].begin(), block.text[i].end(), std::back_inserter(table.text[i].cells));
  }

  /// Leaves out the columns found to hold text, and the empty one after a separator that ends every row.
  Table without_text_columns(const Table& table, const std::vector<CsvBlock>& blocks) const {
    std::vector<Index> kept;
    std::vector<std::string> left_out;
    for (Index j = 0; j < table.columns(); ++j) {
      const Index position = table.positions[j];
      const bool is_text = std::any_of(blocks.begin(), blocks.end(),
                                       [&](const CsvBlock& block) { return block.found_text[position]; });
      if (is_text)
        left_out.push_back(column_label(table, j));
      else if (!is_trailing_separator(table, j))
        kept.push_back(j);
    }
    if (std::ssize(kept) == table.columns()) return table;
    Table result = select(table, {{}, kept, nullptr});
    result.left_out = std::move(left_out);
    return result;
  }

  bool is_trailing_separator(const Table& table, Index column) const {
    if (!layout_.first_row_ends_in_empty || table.positions[column] + 1 != layout_.columns) return false;
    for (Index row = 0; row < table.rows(); ++row)
      if (!std::isnan(table.values(row, column))) return false;
    return true;
  }

  const std::string& path_;
  std::string_view text_;
  CsvLayout layout_;
  CsvPlan plan_;
  const char* counted_to_ = text_.data();
  Index counted_lines_ = 0;
};

std::string_view without_byte_order_mark(std::string_view text) {
  const std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

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

Table read_csv(const std::string& path, std::string_view text, const ReadOptions& options,
               const MemoryBudget& budget) {
  return CsvReader(path, without_byte_order_mark(text), options).read(budget);
}

std::unique_ptr<RowSource> csv_rows(const std::string& path, const Bytes& bytes, const ReadOptions& options,
                                    const std::function<void(std::size_t)>& progress, Table& columns) {
  return CsvReader(path, without_byte_order_mark(bytes.view), options).stream(bytes, progress, columns);
}

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
