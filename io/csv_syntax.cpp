#include <algorithm>
#include <array>
#include <cstring>

#include "io/csv.hpp"

namespace scpp {
namespace {

struct OwnedCell {
  std::string text;
  bool quoted = false;
};
using OwnedRow = std::vector<OwnedCell>;

OwnedRow read_row(CsvCursor& cursor) {
  OwnedRow row;
  for (bool more = true; more;) {
    const CsvCell cell = cursor.next_cell();
    row.push_back({std::string(cell.text), cell.quoted});
    more = !cell.ends_row;
  }
  return row;
}

/// Cells in each of the first rows if they were parted by `separator`; a fault ends the sample.
std::vector<Index> sampled_widths(std::string_view text, CsvSyntax syntax) {
  const Index most_rows = 10;
  CsvCursor cursor(text, syntax);
  std::vector<Index> widths;
  try {
    while (std::ssize(widths) < most_rows && cursor.next_row()) {
      Index width = 1;
      while (!cursor.next_cell().ends_row) ++width;
      widths.push_back(width);
    }
  } catch (const CsvFault&) {
    return widths;
  }
  return widths;
}

char sniff_separator(std::string_view text, char comment) {
  char most_frequent = ',';
  Index most_cells = 1;
  for (const char candidate : {'\t', ';', ',', '|', ' '}) {
    const auto widths = sampled_widths(text, {candidate, comment});
    if (widths.empty()) continue;
    if (widths[0] > 1 && std::equal(widths.begin() + 1, widths.end(), widths.begin())) return candidate;
    if (widths[0] > most_cells) {
      most_cells = widths[0];
      most_frequent = candidate;
    }
  }
  return most_frequent;
}

/// The row below the first one, empty if there is none; if it is faulty, reading the body will say so.
OwnedRow row_below(CsvCursor& cursor) {
  try {
    return cursor.next_row() ? read_row(cursor) : OwnedRow();
  } catch (const CsvFault&) {
    return {};
  }
}

CellKind kind_of(const OwnedCell& cell, const CellReader& reader) {
  double ignored = 0;
  return reader.read(cell.text, ignored);
}

bool is_header(const OwnedRow& first, const OwnedRow& second, const CellReader& reader) {
  bool all_names = true;
  for (Index column = 0; column < std::ssize(first); ++column) {
    const bool has_below = column < std::ssize(second);
    const CellKind kind = kind_of(first[column], reader);
    const bool quoted_above_plain = first[column].quoted && !(has_below && second[column].quoted);
    const bool named = kind == CellKind::text || (quoted_above_plain && !first[column].text.empty());
    if (named && has_below && kind_of(second[column], reader) == CellKind::number) return true;
    all_names = all_names && named;
  }
  return all_names;
}

void refuse_foreign_text(const std::string& path, std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw FileError(path + " is UTF-16 text; save it as UTF-8");
  const auto sample = text.substr(0, 4096);
  if (sample.find('\0') != std::string_view::npos)
    throw FileError(path + " is not a text file: it holds zero bytes");
  if (text.find('\n') == std::string_view::npos &&
      sample.substr(0, sample.size() - 1).find('\r') != std::string_view::npos)
    throw FileError(path + " ends its lines with carriage returns alone; save it with ordinary line ends");
}

CsvLayout layout_of(std::string_view text, CsvSyntax syntax, const ReadOptions& options) {
  CsvLayout layout;
  layout.syntax = syntax;
  CsvCursor cursor(text, syntax);
  cursor.next_row();
  const char* start = cursor.at();
  OwnedRow first = read_row(cursor);
  const char* after_first = cursor.at();
  const OwnedRow second = row_below(cursor);
  const bool header =
      options.header == Header::yes ||
      (options.header == Header::automatic && is_header(first, second, CellReader(options.missing_words)));
  const char* body = header ? after_first : start;
  if (header) {
    if (std::ssize(first) > 1 && first.back().text.empty()) first.pop_back();
    for (OwnedCell& cell : first) layout.names.push_back(std::move(cell.text));
  }
  layout.columns = first.size();
  layout.first_row_ends_in_empty = !header && std::ssize(first) > 1 && first.back().text.empty();
  layout.body = text.substr(body - text.data());
  return layout;
}

}  // namespace

const char* CsvCursor::after_blanks(const char* from) const {
  while (from < end_ && is_blank(*from)) ++from;
  return from;
}

const char* CsvCursor::after_line(const char* from) const {
  const void* newline = std::memchr(from, '\n', end_ - from);
  return newline ? static_cast<const char*>(newline) + 1 : end_;
}

bool CsvCursor::parts_cells(char c) const {
  return c == syntax_.separator || (c == '\t' && syntax_.parted_by_blanks());
}

bool CsvCursor::at_line_end(const char* at) const {
  if (at < end_ && *at == '\r') ++at;
  return at == end_ || *at == '\n';
}

bool CsvCursor::next_row() {
  while (at_ < end_) {
    const char* content = after_blanks(at_);
    if (!at_line_end(content) && (syntax_.comment == 0 || *content != syntax_.comment)) return true;
    at_ = after_line(content);
  }
  return false;
}

CsvCell CsvCursor::next_cell() {
  const char* start = after_blanks(at_);
  return start < end_ && *start == '"' ? quoted_cell(start) : plain_cell(start);
}

CsvCell CsvCursor::plain_cell(const char* start) {
  const char* stop = start;
  while (stop < end_ && *stop != '\n' && !parts_cells(*stop)) ++stop;
  const std::string_view text(start, stop - start);
  return {without_blanks(text), false, finish_cell(stop)};
}

CsvCell CsvCursor::quoted_cell(const char* start) {
  const char* content = start + 1;
  const char* stop = content;
  bool doubled = false;
  unescaped_.clear();
  while (true) {
    stop = static_cast<const char*>(std::memchr(stop, '"', end_ - stop));
    if (!stop) throw CsvFault{start, "the quote that opens here is never closed"};
    if (stop + 1 >= end_ || stop[1] != '"') break;
    doubled = true;
    unescaped_.append(content, stop + 1);
    content = stop += 2;
  }
  std::string_view text(content, stop - content);
  if (doubled) text = unescaped_.append(text);
  const char* after = after_blanks(stop + 1);
  const bool after_blank = syntax_.parted_by_blanks() && after > stop + 1;
  if (!at_line_end(after) && !parts_cells(*after) && !after_blank)
    throw CsvFault{start, "the closing quote is followed by more text"};
  if (at_line_end(after) && after < end_ && *after == '\r') ++after;
  return {text, true, finish_cell(after_blank ? stop + 1 : after)};
}

bool CsvCursor::finish_cell(const char* at) {
  if (syntax_.parted_by_blanks()) {
    at = after_blanks(at);
    if (!at_line_end(at)) {
      at_ = at;
      return false;
    }
    at_ = after_line(at);
    return true;
  }
  const bool ends_row = at == end_ || *at == '\n';
  at_ = at == end_ ? at : at + 1;
  return ends_row;
}

CsvLayout csv_layout(const std::string& path, std::string_view text, const ReadOptions& options) {
  const char separator = options.separator ? options.separator : sniff_separator(text, options.comment);
  const CsvSyntax syntax{separator, options.comment};
  if (separator == '"' || separator == '\n' || separator == '\r')
    throw InvalidArgument("a quote or a line end cannot be the separator");
  if (!CsvCursor(text, syntax).next_row()) throw FileError(path + " is empty: it holds no rows");
  refuse_foreign_text(path, text);
  try {
    return layout_of(text, syntax, options);
  } catch (const CsvFault& fault) {
    throw FileError(path + ", first row: " + fault.sentence);
  }
}

}  // namespace scpp
