#include "io/csv_block.hpp"

#include <fast_float/fast_float.h>

#include <cmath>

namespace scpp {
namespace {

class BlockParser {
 public:
  BlockParser(std::string_view text, const CsvPlan& plan, double* out)
      : cursor_(text, plan.syntax),
        plan_(plan),
        out_(out),
        columns_(plan.as_text.size()),
        take_unread_(!plan.syntax.parted_by_blanks() && !plan.reader.numbers_may_be_missing()) {
    Index text_columns = 0;
    for (const bool kept : plan.as_text) text_columns += kept;
    block_.text.resize(text_columns);
    block_.found_text.resize(columns_);
  }

  CsvBlock parse() {
    try {
      while (cursor_.next_row()) {
        parse_row();
        ++block_.rows;
      }
    } catch (CsvFault& fault) {
      block_.fault = CsvBlockFault{std::move(fault), column_at_fault_};
    }
    return std::move(block_);
  }

 private:
  void parse_row() {
    const char* row_start = cursor_.at();
    Index text_column = 0;
    bool ends_row = false;
    for (Index column = 0; column < columns_; ++column) {
      const bool last = column + 1 == columns_;
      const bool keep_text = plan_.as_text[column];
      if (!keep_text && take_unread_ && take_plain_number(last)) {
        ends_row = last;
        continue;
      }
      column_at_fault_ = column;
      const char* start = cursor_.at();
      const CsvCell cell = cursor_.next_cell();
      if (cell.ends_row && !last) fail_ragged(row_start, column + 1);
      if (keep_text)
        block_.text[text_column++].emplace_back(cell.text);
      else
        read_number(cell, start, column);
      ends_row = cell.ends_row;
    }
    if (!ends_row) require_row_end(row_start);
  }

  /// The common case: a bare number up to its separator or line end. Anything else is left untouched.
  bool take_plain_number(bool last) {
    const char* end = cursor_.end();
    double value = 0;
    const auto parsed = fast_float::from_chars(cursor_.at(), end, value);
    if (parsed.ec != std::errc() || !std::isfinite(value)) return false;
    const char* after = parsed.ptr;
    if (!last) {
      if (after == end || *after != plan_.syntax.separator) return false;
    } else if (after != end) {
      if (*after == '\r' && after + 1 != end) ++after;
      if (*after != '\n') return false;
    }
    cursor_.jump(after == end ? end : after + 1);
    *out_++ = value;
    return true;
  }

  void read_number(const CsvCell& cell, const char* start, Index column) {
    double value = 0;
    const CellKind kind = plan_.reader.read(cell.text, value);
    if (kind == CellKind::too_large)
      throw CsvFault{start, quoted_for_message(cell.text) + " is too large for a number"};
    if (kind == CellKind::text) {
      if (plan_.other_text == TextRule::refuse)
        throw CsvFault{start, quoted_for_message(cell.text) + " is not a number"};
      block_.found_text[column] = true;
    }
    *out_++ = value;
  }

  /// After the last column: one empty cell (a trailing separator) is tolerated.
  void require_row_end(const char* row_start) {
    Index found = columns_ + 1;
    CsvCell cell = cursor_.next_cell();
    if (cell.ends_row && cell.text.empty()) return;
    for (; !cell.ends_row; ++found) cell = cursor_.next_cell();
    fail_ragged(row_start, found);
  }

  [[noreturn]] void fail_ragged(const char* row_start, Index found) {
    column_at_fault_.reset();
    throw CsvFault{row_start,
                   "expected " + std::to_string(columns_) + " cells, found " + std::to_string(found)};
  }

  CsvCursor cursor_;
  const CsvPlan& plan_;
  double* out_;
  Index columns_;
  bool take_unread_;
  CsvBlock block_;
  std::optional<Index> column_at_fault_;
};

}  // namespace

CsvBlock parse_csv_block(std::string_view text, const CsvPlan& plan, double* out) {
  return BlockParser(text, plan, out).parse();
}

}  // namespace scpp
