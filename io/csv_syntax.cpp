// Rows and cells of a text, quotes and comments included.
#include <cstring>

#include "io/csv.hpp"

namespace scpp {

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

}  // namespace scpp
