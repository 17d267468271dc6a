// The first lines of a CSV file: what parts its cells, and whether the first line names the columns.
#include <algorithm>
#include <cmath>
#include <utility>

#include "io/csv.hpp"

namespace scpp {
namespace {

struct OwnedCell {
  std::string text;
  bool quoted = false;
  CellKind kind = CellKind::missing;
  double value = 0;

  /// Digits alone, as whole numbers are written.
  bool is_whole() const {
    return is_number(kind) && text.find_first_not_of("0123456789", text[0] == '-') == text.npos;
  }
  bool is_decimal() const { return is_number(kind) && text.find_first_of(".,eE") != text.npos; }
};
using OwnedRow = std::vector<OwnedCell>;

OwnedRow read_row(CsvCursor& cursor, const CellReader& reader) {
  OwnedRow row;
  for (bool more = true; more;) {
    const CsvCell cell = cursor.next_cell();
    OwnedCell& owned = row.emplace_back(OwnedCell{std::string(cell.text), cell.quoted});
    owned.kind = reader.read(owned.text, owned.value);
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
  std::optional<char> one_name_fewer;  // as R writes it
  Index most_cells = 1;
  for (const char candidate : {'\t', ';', ',', '|', ' '}) {
    const auto widths = sampled_widths(text, {candidate, comment});
    if (widths.empty()) continue;
    const bool below_equal =
        widths.size() > 1 && std::equal(widths.begin() + 2, widths.end(), widths.begin() + 1);
    if (widths[0] > 1 && (widths.size() == 1 || (below_equal && widths[1] == widths[0]))) return candidate;
    if (below_equal && widths[1] == widths[0] + 1 && !one_name_fewer) one_name_fewer = candidate;
    if (widths[0] > most_cells) {
      most_cells = widths[0];
      most_frequent = candidate;
    }
  }
  return one_name_fewer.value_or(most_frequent);
}

/// Excel may say "sep=;" in a first line; 0 when it does not.
char separator_told(std::string_view text) {
  const std::string_view line = without_blanks(text.substr(0, text.find('\n')));
  const std::string_view word = "sep=";
  return line.starts_with(word) && line.size() == word.size() + 1 ? line.back() : '\0';
}

/// The columns of a row that rise in equal steps: 0, 1, 2 or 1990, 1995, 2000.
bool rises_evenly(const OwnedRow& row, const std::vector<Index>& columns) {
  const double step = row[columns[1]].value - row[columns[0]].value;
  for (std::size_t i = 2; i < columns.size(); ++i) {
    const double error = row[columns[i]].value - row[columns[i - 1]].value - step;
    if (!(std::abs(error) <= 1e-9 * std::abs(step))) return false;  // NaN is no number
  }
  return step > 0;
}

bool is_year(const OwnedCell& cell) { return cell.is_whole() && cell.value >= 1800 && cell.value <= 2100; }

/// Whether the first row holds names, and how plain that is.
class FirstRows {
 public:
  FirstRows(CsvCursor& cursor, const CellReader& reader)
      : first_(read_row(cursor, reader)), after_(cursor.at()) {
    const Index most_rows = 20;
    try {
      while (std::ssize(below_) < most_rows && cursor.next_row()) below_.push_back(read_row(cursor, reader));
    } catch (const CsvFault&) {  // reading the body will tell
    }
    for (Index column = 0; column < std::ssize(first_); ++column)
      if (is_number(first_[column].kind) && !is_name(column)) numbers_.push_back(column);
  }

  OwnedRow& first() { return first_; }
  const char* after() const { return after_; }

  /// As R writes it: the rows have a cell more than there are names, and begin with the name of the row.
  bool has_one_name_fewer() const {
    if (below_.empty()) return false;
    const Index width = first_.size() + 1;
    bool names_rows = true, counts = std::ssize(first_) > 1;
    for (Index row = 0; row < std::ssize(below_); ++row) {
      if (std::ssize(below_[row]) != width || below_[row].back().text.empty()) return false;
      const OwnedCell& name = below_[row][0];
      names_rows = names_rows && (name.quoted || name.kind == CellKind::text);
      counts = counts && name.is_whole() && (row == 0 || name.value == below_[row - 1][0].value + 1);
    }
    return (names_rows || counts) && std::all_of(first_.begin(), first_.end(), [](const OwnedCell& cell) {
             return cell.kind == CellKind::text || (cell.quoted && !cell.text.empty());
           });
  }

  bool begins_with_text() const {
    return std::any_of(below_.begin(), below_.end(),
                       [](const OwnedRow& row) { return row[0].kind == CellKind::text; });
  }

  bool are_names() {
    for (Index column = 0; column < std::ssize(first_); ++column)
      if (is_name(column) && has(below_, column) && is_number(below_[0][column].kind))
        return decided(true, !numbers_.empty());
    bool all_names = true, known = false, comes_again = false;
    for (Index column = 0; column < std::ssize(first_); ++column) {
      all_names = all_names && is_name(column);
      known = known || is_telling_name(first_[column].text);
      comes_again = comes_again || (is_name(column) && stands_below(column));
    }
    if (known) return decided(true, !all_names);
    if (comes_again) return decided(false, all_names);
    if (all_names) return decided(true, !below_.empty() && !has_missing_below());
    return numbers_are_names();
  }

  std::vector<ReadNote> notes;

 private:
  static bool has(const std::vector<OwnedRow>& rows, Index column) {
    return !rows.empty() && column < std::ssize(rows[0]);
  }

  /// Text, or a quoted number above one that is not.
  bool is_name(Index column) const {
    const OwnedCell& cell = first_[column];
    const bool quoted_above_plain = cell.quoted && !(has(below_, column) && below_[0][column].quoted);
    return cell.kind == CellKind::text || (quoted_above_plain && !cell.text.empty());
  }

  bool stands_below(Index column) const {
    return std::any_of(below_.begin(), below_.end(), [&](const OwnedRow& row) {
      return column < std::ssize(row) && row[column].text == first_[column].text;
    });
  }

  bool has_missing_below() const {
    return std::all_of(below_.begin(), below_.end(), [](const OwnedRow& row) {
      return std::all_of(row.begin(), row.end(),
                         [](const OwnedCell& c) { return c.kind == CellKind::missing; });
    });
  }

  /// holds(row) for all rows below that have every one of the numbers' columns, and at least `least` of them.
  template <class Holds>
  bool all_below(Index least, const Holds& holds) const {
    Index count = 0;
    for (const OwnedRow& row : below_) {
      if (numbers_.back() >= std::ssize(row)) continue;
      if (!holds(row)) return false;
      ++count;
    }
    return count >= least;
  }

  template <class Fits>
  bool all_numbers(const OwnedRow& row, const Fits& fits) const {
    return std::all_of(numbers_.begin(), numbers_.end(), [&](Index column) { return fits(row[column]); });
  }

  /// No cell of the first row is a name above a number: its numbers may be names themselves.
  bool numbers_are_names() {
    if (numbers_.empty()) return false;
    const bool several = numbers_.size() > 1, rising = several && rises_evenly(first_, numbers_);
    const bool whole = all_numbers(first_, [](const OwnedCell& cell) { return cell.is_whole(); });
    const bool counts_from_0 =
        whole && first_[numbers_[0]].value == 0 && (!several || (rising && first_[numbers_[1]].value == 1));
    const bool above_decimals =
        whole && (rising || counts_from_0 || are_distinct()) && (several || counts_from_0) &&
        all_below(counts_from_0 ? 1 : 2, [&](const OwnedRow& row) {
          return all_numbers(
              row, [](const OwnedCell& c) { return c.is_decimal() || c.kind == CellKind::missing; });
        });
    const bool years =
        rising && all_numbers(first_, is_year) && all_below(1, [&](const OwnedRow& row) {
          return std::none_of(numbers_.begin(), numbers_.end(), [&](Index c) { return is_year(row[c]); });
        });
    const bool alone = numbers_.size() > 2 && rising &&
                       all_below(1, [&](const OwnedRow& row) { return !rises_evenly(row, numbers_); });
    if (above_decimals || years || alone) return decided(true, true);
    const bool comes_again = std::any_of(below_.begin(), below_.end(), [&](const OwnedRow& row) {
      return std::equal(row.begin(), row.end(), first_.begin(), first_.end(),
                        [](const OwnedCell& a, const OwnedCell& b) { return a.text == b.text; });
    });
    return decided(false, counts_from_0 && !comes_again);
  }

  bool are_distinct() const {
    std::vector<double> values;
    for (const Index column : numbers_) values.push_back(first_[column].value);
    std::sort(values.begin(), values.end());
    return std::adjacent_find(values.begin(), values.end()) == values.end();
  }

  /// The answer, with a note where it was a guess.
  bool decided(bool names, bool guess) {
    if (!guess) return names;
    const Index most = 3;
    std::string shown;
    for (Index i = 0; i < std::min(most, std::ssize(first_)); ++i)
      shown += (i ? ", " : "") + quoted_for_message(as_utf8(first_[i].text));
    if (std::ssize(first_) > most) shown += ", ...";
    notes.push_back({names ? Guess::names : Guess::data,
                     "the first line (" + shown + ") is read as " + (names ? "column names" : "data")});
    return names;
  }

  OwnedRow first_;
  const char* after_;
  std::vector<OwnedRow> below_;
  std::vector<Index> numbers_;  ///< columns that begin with a number
};

void refuse_foreign_text(const std::string& path, std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw FileError(path + " is UTF-16 text; save it as UTF-8");
  const auto sample = text.substr(0, 4096);
  if (sample.find('\0') != std::string_view::npos)
    throw FileError(path + " is a binary file of a kind that scpp does not know; save the table as CSV");
  if (text.find('\n') == std::string_view::npos &&
      sample.substr(0, sample.size() - 1).find('\r') != std::string_view::npos)
    throw FileError(path + " ends its lines with carriage returns alone; save it with ordinary line ends");
}

void take_names(OwnedRow& first, CsvLayout& layout) {
  bool latin1 = false;
  for (OwnedCell& cell : first) {
    latin1 = latin1 || !is_utf8(cell.text);
    layout.names.push_back(as_utf8(cell.text));
  }
  if (latin1)
    note_once(layout.notes, Guess::latin1, "the column names are not UTF-8 and are read as Latin-1");
}

CsvLayout layout_of(std::string_view text, CsvSyntax syntax, const ReadOptions& options) {
  CsvLayout layout;
  layout.syntax = syntax;
  CsvCursor cursor(text, syntax);
  cursor.next_row();
  const char* start = cursor.at();
  FirstRows rows(cursor, CellReader(options.missing_words, syntax.separator != ','));
  OwnedRow& first = rows.first();
  const bool one_fewer = options.header != Header::no && rows.has_one_name_fewer();
  const bool header =
      options.header == Header::yes || one_fewer || (options.header == Header::automatic && rows.are_names());
  layout.notes = std::move(rows.notes);
  layout.begins_with_text = rows.begins_with_text();
  if (header) {
    if (one_fewer) first.insert(first.begin(), OwnedCell{});
    if (std::ssize(first) > 1 && first.back().text.empty()) first.pop_back();
    take_names(first, layout);
  }
  layout.columns = first.size();
  layout.first_row_ends_in_empty = !header && std::ssize(first) > 1 && first.back().text.empty();
  layout.body = text.substr((header ? rows.after() : start) - text.data());
  return layout;
}

}  // namespace

CsvLayout csv_layout(const std::string& path, std::string_view text, const ReadOptions& options) {
  const char told = separator_told(text);
  if (told) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const char sniffed = told ? told : sniff_separator(text, options.comment);
  const char separator = options.separator ? options.separator : sniffed;
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
