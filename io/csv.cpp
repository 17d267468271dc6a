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
        other_text_(options.other_text),
        names_rows_(options.leave_out != LeaveOut::nothing && !layout_.names.empty() &&
                    layout_.names[0].empty()),
        plan_{layout_.syntax, planned_uses(path, layout_.names, layout_.columns, options),
              CellReader(options.missing_words, layout_.syntax.separator != ',')} {
    if (options.transpose && layout_.begins_with_text && plan_.uses[0] == Use::number)
      plan_.uses[0] = Use::text;
  }

  std::unique_ptr<RowSource> stream(const Bytes& mapped, const std::function<void(std::size_t)>& progress,
                                    Table& columns) {
    columns.notes = layout_.notes;
    ScratchRows rows = convert(mapped, progress);
    while (!rows.text_columns.empty()) {  // only the end tells: once more without them
      for (const Index column : rows.text_columns) leave_out(column, columns);
      rows = convert(mapped, progress);
    }
    note_numbers(rows.decimal_comma, false, columns);
    name_columns(columns);
    columns.text.clear();
    const Index width = columns.positions.size() - rows.last_column_is_empty;
    columns.positions.resize(width);
    columns.source_columns -= rows.last_column_is_empty;
    const Bytes values = map_scratch(path_, *rows.file);
    const auto stride = width + rows.last_column_is_empty;
    return std::make_unique<MappedRows>(
        values, TableView(reinterpret_cast<const double*>(values.view.data()), rows.count, width, stride, 1));
  }

  Table read(const MemoryBudget& budget) {
    CsvBody parsed = parse_csv_body(layout_.body, plan_, budget);
    const Index rows = total_rows(parsed.blocks, 0);
    const std::vector<Index> with_text = text_columns(parsed.blocks, 0);
    Table table = owning_table<double>(std::move(parsed.values), rows, plan_.width());
    table.notes = layout_.notes;
    name_columns(table);
    gather_text(table, parsed.blocks);
    for (const CsvBlock& block : parsed.blocks) note_numbers(block.decimal_comma, block.latin1, table);
    return without(with_text, std::move(table));
  }

 private:
  /// Rows as doubles in a file.
  struct ScratchRows {
    std::unique_ptr<ScratchFile> file;
    Index count = 0;
    std::vector<Index> text_columns;    ///< that hold text though they were taken for numbers
    bool last_column_is_empty = false;  ///< every row ends in a separator
    std::string decimal_comma = {};     ///< the first number with one
  };

  ScratchRows convert(const Bytes& mapped, const std::function<void(std::size_t)>& progress) {
    const Index width = plan_.width();
    ScratchRows rows{std::make_unique<ScratchFile>(),
                     0,
                     {},
                     layout_.first_row_ends_in_empty && plan_.uses.back() == Use::number};
    counted_to_ = text_.data();
    counted_lines_ = 0;
    for (std::string_view rest = layout_.body; !rest.empty();) {
      const std::string_view window = first_rows(rest, layout_.syntax);
      CsvBody parsed = parse_csv_body(window, plan_, MemoryBudget(path_, 0));
      const Index count = total_rows(parsed.blocks, rows.count);
      for (const Index column : text_columns(parsed.blocks, rows.count))
        if (std::find(rows.text_columns.begin(), rows.text_columns.end(), column) == rows.text_columns.end())
          rows.text_columns.push_back(column);
      rows.file->append(parsed.values.get(), count * width * sizeof(double));
      for (const CsvBlock& block : parsed.blocks)
        if (rows.decimal_comma.empty()) rows.decimal_comma = block.decimal_comma;
      for (Index row = 0; row < count && rows.last_column_is_empty; ++row)
        rows.last_column_is_empty = std::isnan(parsed.values[row * width + width - 1]);
      rows.count += count;
      rest.remove_prefix(window.size());
      count_lines_to(rest.data());
      drop_pages(mapped.view);
      progress(rest.data() - text_.data());
    }
    std::sort(rows.text_columns.begin(), rows.text_columns.end());
    return rows;
  }

  /// Lines are counted where they are at hand.
  void count_lines_to(const char* at) {
    counted_lines_ += lines_in(std::string_view(counted_to_, at - counted_to_));
    counted_to_ = at;
  }

  Index total_rows(const std::vector<CsvBlock>& blocks, Index rows_before) {
    Index rows = 0;
    for (const CsvBlock& block : blocks) {
      rows += block.rows;
      if (!block.fault) continue;
      const auto& [fault, column] = *block.fault;
      throw FileError(place(fault.where, rows_before + rows + 1, column) + ": " + fault.sentence);
    }
    return rows;
  }

  /// "data.csv, line 3 (data row 2), column 2 'b'".
  std::string place(const char* where, Index data_row, std::optional<Index> column) {
    count_lines_to(where);
    std::string place = path_ + ", line " + std::to_string(counted_lines_ + 1) + " (data row " +
                        std::to_string(data_row) + ")";
    if (column) place += ", " + column_label(*column, name_of(*column));
    return place;
  }

  bool may_leave_out(Index column) const {
    return other_text_ == TextRule::drop || (names_rows_ && column == 0);
  }

  /// Columns of numbers in which text was found; throws TextError unless they may be left out.
  std::vector<Index> text_columns(const std::vector<CsvBlock>& blocks, Index rows_before) {
    std::vector<Index> found;
    std::vector<TextError::Column> refused;
    const char* first = nullptr;  // of the cells that are refused
    std::pair<Index, Index> row_and_column;
    std::string sentence;
    Index rows = 0;
    for (const CsvBlock& block : blocks) {
      for (Index column = 0; column < layout_.columns; ++column) {
        const CsvText& text = block.found_text[column];
        if (text.cells == 0) continue;
        const auto known = std::find_if(refused.begin(), refused.end(),
                                        [&](const auto& other) { return other.position == column; });
        if (may_leave_out(column)) {
          if (std::find(found.begin(), found.end(), column) == found.end()) found.push_back(column);
        } else if (known != refused.end()) {
          known->cells += text.cells;
        } else {
          refused.push_back({column, name_of(column), text.cells, text.example});
        }
        if (may_leave_out(column) || (first && first < text.where)) continue;
        first = text.where;
        row_and_column = {rows_before + rows + text.row + 1, column};
        sentence = ": " + quoted_for_message(text.example) + " is not a number";
      }
      rows += block.rows;
    }
    if (refused.empty()) return found;
    throw TextError(place(first, row_and_column.first, row_and_column.second) + sentence, std::move(refused),
                    rows_before + rows);
  }

  std::string name_of(Index column) const { return layout_.names.empty() ? "" : layout_.names[column]; }

  void name_columns(Table& table) const {
    table.positions.clear();
    table.source_columns = layout_.columns;
    for (Index column = 0; column < layout_.columns; ++column) {
      if (plan_.uses[column] == Use::text) table.text.push_back({name_of(column), column, {}});
      if (plan_.uses[column] != Use::number) continue;
      table.positions.push_back(column);
      if (!layout_.names.empty()) table.names.push_back(layout_.names[column]);
    }
  }

  static void gather_text(Table& table, std::vector<CsvBlock>& blocks) {
    for (CsvBlock& block : blocks)
      for (Index i = 0; i < std::ssize(table.text); ++i)
        std::move(block.text[i].begin(), block.text[i].end(), std::back_inserter(table.text[i].cells));
  }

  static void note_numbers(const std::string& decimal_comma, bool latin1, Table& table) {
    if (!decimal_comma.empty())
      note_once(table.notes, Guess::decimal_commas,
                "commas in numbers are read as decimal points, as in " + quoted_for_message(decimal_comma));
    if (latin1) note_once(table.notes, Guess::latin1, "text that is not UTF-8 is read as Latin-1");
  }

  /// A column of text that is not wanted: the names of the rows, or any other.
  void leave_out(Index column, Table& table) {
    plan_.uses[column] = Use::drop;
    const std::string label = column_label(column, name_of(column));
    if (names_rows_ && column == 0)
      table.notes.push_back(
          {Guess::row_names, label + " is left out (no name, and text as names of rows are)"});
    else
      table.left_out.push_back(label);
  }

  /// Leaves out the columns found to hold text, and the empty one after a separator that ends every row.
  Table without(const std::vector<Index>& with_text, Table table) {
    std::vector<Index> kept;
    for (Index j = 0; j < table.columns(); ++j) {
      const bool is_text =
          std::find(with_text.begin(), with_text.end(), table.positions[j]) != with_text.end();
      if (!is_text && !is_trailing_separator(table, j)) kept.push_back(j);
    }
    for (const Index column : with_text) leave_out(column, table);
    if (kept.size() + with_text.size() < table.positions.size()) --table.source_columns;
    return std::ssize(kept) == table.columns() ? table : select(table, {{}, kept, nullptr});
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
  TextRule other_text_;
  bool names_rows_;  ///< the first column has no name: if it holds text, it names the rows
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
