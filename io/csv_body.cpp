#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>

#include "base/parallel.hpp"
#include "io/csv.hpp"

namespace scpp {
namespace {

/// Writes the numeric cells of each row one after another to `out`, NaN for missing ones. Every row that is
/// complete has written its numeric columns; never more cells than `text` has bytes, plus one.
class BlockParser {
 public:
  BlockParser(std::string_view text, const CsvPlan& plan, double* out)
      : cursor_(text, plan.syntax),
        plan_(plan),
        out_(out),
        columns_(plan.uses.size()),
        take_unread_(!plan.syntax.parted_by_blanks() && !plan.reader.numbers_may_be_missing()) {
    block_.text.resize(std::count(plan.uses.begin(), plan.uses.end(), Use::text));
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
      const Use use = plan_.uses[column];
      if (use == Use::number && take_unread_ && take_plain_number(last)) {
        ends_row = last;
        continue;
      }
      column_at_fault_ = column;
      const char* start = cursor_.at();
      const CsvCell cell = cursor_.next_cell();
      if (cell.ends_row && !last) fail_ragged(row_start, column + 1);
      if (use == Use::text)
        keep_text(cell, text_column++);
      else if (use == Use::number)
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

  void keep_text(const CsvCell& cell, Index text_column) {
    block_.text[text_column].push_back(as_utf8(cell.text));
    if (block_.text[text_column].back().size() != cell.text.size()) block_.latin1 = true;
  }

  void read_number(const CsvCell& cell, const char* start, Index column) {
    double value = 0;
    const CellKind kind = plan_.reader.read(cell.text, value);
    if (kind == CellKind::too_large)
      throw CsvFault{start, quoted_for_message(cell.text) + " is too large for a number"};
    if (kind == CellKind::decimal_comma && block_.decimal_comma.empty()) block_.decimal_comma = cell.text;
    if (kind == CellKind::text) {
      CsvText& found = block_.found_text[column];
      if (++found.cells == 1) found = {1, block_.rows, start, as_utf8(cell.text)};
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
    throw CsvFault{row_start, "expected " + std::to_string(columns_) + (columns_ == 1 ? " cell" : " cells") +
                                  ", found " + std::to_string(found)};
  }

  CsvCursor cursor_;
  const CsvPlan& plan_;
  double* out_;
  Index columns_;
  bool take_unread_;
  CsvBlock block_;
  std::optional<Index> column_at_fault_;
};

/// Runs of whole lines of about equal size. A quote may hide a line end, so a text with quotes stays whole.
std::vector<std::string_view> blocks_of(std::string_view body) {
  const std::size_t block_size = std::size_t{1} << 18;  // a thread parses it in about a millisecond
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

/// Each block writes where it would start if all its lines were rows; skipped lines leave gaps, closed
/// afterwards.
class BodyParser {
 public:
  BodyParser(std::string_view body, const CsvPlan& plan, const MemoryBudget& budget)
      : texts_(blocks_of(body)), plan_(plan), width_(plan.width()) {
    count_lines();
    // A row has at least one byte per cell, its line end included; so has the text, but for a last line
    // without end. More lines than that are blank ones: then gaps would cost too much, and one block has
    // none.
    const std::size_t most_cells = body.size() + 1;
    std::size_t cells = saturating_product(first_row_.back(), width_);
    if (cells > most_cells) {
      texts_ = {body};
      first_row_ = {0, 0};
      cells = most_cells;
    }
    parsed_.values = budget.allocate<double>(cells);
    parsed_.blocks.resize(texts_.size());
  }

  CsvBody parse() {
    for_each_text([&](Index i) {
      parsed_.blocks[i] =
          BlockParser(texts_[i], plan_, parsed_.values.get() + first_row_[i] * width_).parse();
    });
    close_gaps();
    return std::move(parsed_);
  }

 private:
  void for_each_text(const std::function<void(Index)>& body) const { parallel_each(texts_.size(), body); }

  void count_lines() {
    first_row_.assign(texts_.size() + 1, 0);
    for_each_text([&](Index i) { first_row_[i + 1] = lines_in(texts_[i]) + !texts_[i].ends_with('\n'); });
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
  CsvBody parsed_;
};

}  // namespace

/// Counted in stretches that fit a byte, which compilers turn into byte-wide vector additions.
Index lines_in(std::string_view text) {
  const std::size_t stretch = 240;
  Index lines = 0;
  for (std::size_t start = 0; start < text.size(); start += stretch) {
    std::uint8_t count = 0;
    for (const char c : text.substr(start, stretch)) count = static_cast<std::uint8_t>(count + (c == '\n'));
    lines += count;
  }
  return lines;
}

Index CsvPlan::width() const { return std::count(uses.begin(), uses.end(), Use::number); }

CsvBody parse_csv_body(std::string_view body, const CsvPlan& plan, const MemoryBudget& budget) {
  return BodyParser(body, plan, budget).parse();
}

}  // namespace scpp
