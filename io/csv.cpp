#include "io/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

#include "base/parallel.hpp"
#include "io/column_plan.hpp"
#include "io/csv_block.hpp"
#include "io/csv_layout.hpp"
#include "io/mapped_rows.hpp"

namespace scpp {
namespace {

/// Counted in stretches that fit a byte, which compilers turn into byte-wide vector additions.
Index lines_in(std::string_view text) {
  const Index stretch = 240;
  Index lines = 0;
  for (Index start = 0; start < std::ssize(text); start += stretch) {
    std::uint8_t count = 0;
    for (const char c : text.substr(start, stretch)) count = static_cast<std::uint8_t>(count + (c == '\n'));
    lines += count;
  }
  return lines;
}

/// Runs of whole lines of about equal size. A quote may hide a line end, so a text with quotes stays whole.
std::vector<std::string_view> blocks_of(std::string_view body) {
  const std::size_t block_size = std::size_t{1} << 20;
  if (std::memchr(body.data(), '"', body.size())) return {body};
  std::vector<std::string_view> blocks;
  while (body.size() > block_size) {
    const std::size_t newline = body.find('\n', block_size);
    const std::size_t size = newline == std::string_view::npos ? body.size() : newline + 1;
    blocks.push_back(body.substr(0, size));
    body.remove_prefix(size);
  }
  if (!body.empty()) blocks.push_back(body);
  return blocks;
}

/// The first rows of `body`, whole ones, about 16 MB of them. A line end between quotes is none, so where there are quotes
/// the rows are walked through.
std::string_view first_rows(std::string_view body, CsvSyntax syntax) {
  for (Index size = Index{1} << 24; size < std::ssize(body); size *= 2) {
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

struct ParsedBody {
  std::shared_ptr<double[]> values;
  std::vector<CsvBlock> blocks;
};

/// Each block writes where it would start if all its lines were rows; skipped lines leave gaps, closed
/// afterwards.
class BodyParser {
 public:
  BodyParser(std::string_view body, const CsvPlan& plan, const MemoryBudget& budget)
      : texts_(blocks_of(body)),
        plan_(plan),
        width_(std::count(plan.as_text.begin(), plan.as_text.end(), false)) {
    count_lines();
    // A row has at least one byte per cell, its line end included; so has the text, but for a last line
    // without end. More lines than that are blank ones: then gaps would cost too much, and one block has
    // none.
    const Index most_cells = body.size() + 1;
    Index cells = saturating_product(first_row_.back(), width_);
    if (cells > most_cells) {
      texts_ = {body};
      first_row_ = {0, 0};
      cells = most_cells;
    }
    parsed_.values = budget.allocate<double>(cells);
    parsed_.blocks.resize(texts_.size());
  }

  ParsedBody parse() {
    for_each_text([&](Index i) {
      parsed_.blocks[i] = parse_csv_block(texts_[i], plan_, parsed_.values.get() + first_row_[i] * width_);
    });
    close_gaps();
    return std::move(parsed_);
  }

 private:
  void for_each_text(const std::function<void(Index)>& body) const {
    parallel_blocks(texts_.size(), 1,
                    [&](Index i, Index) { body(i); });
  }

  void count_lines() {
    first_row_.assign(texts_.size() + 1, 0);
    for_each_text([&](Index i) {
      first_row_[i + 1] = lines_in(texts_[i]) + !texts_[i].ends_with('\n');
    });
    for (Index i = 0; i < std::ssize(texts_); ++i) first_row_[i + 1] += first_row_[i];
  }

  void close_gaps() {
    Index rows = 0;
    for (Index i = 0; i < std::ssize(texts_); ++i) {
      const Index block_rows = parsed_.blocks[i].rows;
      if (rows != first_row_[i])
        std::memmove(parsed_.values.get() + rows * width_, parsed_.values.get() + first_row_[i] * width_,
                     block_rows * width_ * sizeof(double));
      rows += block_rows;
    }
  }

  std::vector<std::string_view> texts_;
  const CsvPlan& plan_;
  Index width_;
  std::vector<Index> first_row_;
  ParsedBody parsed_;
};

class CsvReader {
 public:
  CsvReader(const std::string& path, std::string_view text, const ReadOptions& options)
      : path_(path),
        text_(text),
        layout_(csv_layout(path, text, options)),
        plan_{layout_.syntax, text_plan(path, layout_.names, layout_.columns, options), options.other_text,
              CellReader(options.missing_words)} {}

  std::unique_ptr<RowSource> stream(const Bytes& mapped, const std::function<void(Index)>& progress,
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
    ParsedBody parsed = BodyParser(layout_.body, plan_, budget).parse();
    const Index rows = total_rows(parsed.blocks, 0);
    const auto width = std::count(plan_.as_text.begin(), plan_.as_text.end(), false);
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
    std::vector<Index> text_columns;  ///< that hold text though they were taken for numbers
    bool last_column_is_empty = false;      ///< every row ends in a separator
  };

  ScratchRows convert(const Bytes& mapped, const std::function<void(Index)>& progress) {
    const auto width = std::count(plan_.as_text.begin(), plan_.as_text.end(), false);
    ScratchRows rows{std::make_unique<ScratchFile>(), 0, {}, layout_.first_row_ends_in_empty && !plan_.as_text.back()};
    std::vector<bool> found_text(layout_.columns);
    counted_to_ = text_.data();
    counted_lines_ = 0;
    for (std::string_view rest = layout_.body; !rest.empty();) {
      const std::string_view window = first_rows(rest, layout_.syntax);
      ParsedBody parsed = BodyParser(window, plan_, MemoryBudget(path_, 0)).parse();
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
    std::string place = path_ + ", line " + std::to_string(counted_lines_ + 1) +
                        " (data row " + std::to_string(data_row) + ")";
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

}  // namespace

Table read_csv(const std::string& path, std::string_view text, const ReadOptions& options,
               const MemoryBudget& budget) {
  return CsvReader(path, without_byte_order_mark(text), options).read(budget);
}

std::unique_ptr<RowSource> csv_rows(const std::string& path, const Bytes& bytes, const ReadOptions& options,
                                    const std::function<void(Index)>& progress, Table& columns) {
  return CsvReader(path, without_byte_order_mark(bytes.view), options).stream(bytes, progress, columns);
}

}  // namespace scpp
