// Weka's ARFF, dense and sparse rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/number_text.hpp"
#include "io/formats.hpp"
#include "io/table.hpp"

namespace scpp {
namespace {

/// What is wrong with a line; the reader knows the path and the line.
struct ArffFault {
  std::string reason;
};

struct ArffCell {
  std::string text;
  bool quoted = false;
};

struct ArffAttribute {
  std::string name;
  bool numeric = false;
  std::string absent;  ///< what a sparse row means by leaving it out
};

char unescaped(char after_backslash) {
  switch (after_backslash) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    default:
      return after_backslash;
  }
}

ArffCell take_quoted(std::string_view& line) {
  const char quote = line.front();
  ArffCell cell{"", true};
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == quote) {
      line.remove_prefix(i + 1);
      return cell;
    }
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    cell.text += escape ? unescaped(line[i]) : line[i];
  }
  throw ArffFault{"a quote is never closed"};
}

/// Takes one word off the front of `line`: quoted ('..' or ".." with backslash escapes) or up to a blank or
/// one of `stops`. Throws ArffFault when a quote is not closed.
ArffCell take_word(std::string_view& line, std::string_view stops) {
  line = without_blanks(line);
  if (line.starts_with('\'') || line.starts_with('"')) return take_quoted(line);
  const std::size_t stop = std::min(line.find_first_of(stops), line.size());
  const std::string_view word = line.substr(0, stop);
  line.remove_prefix(stop);
  return {std::string(without_blanks(word)), false};
}

/// "@data" in any case and the like.
bool starts_with_word(std::string_view line, std::string_view lower_case_word) {
  if (lower_case(line.substr(0, lower_case_word.size())) != lower_case_word) return false;
  return line.size() == lower_case_word.size() || line[lower_case_word.size()] == ' ' ||
         line[lower_case_word.size()] == '\t';
}

/// The attribute declared by the rest of a line after "@attribute"; throws ArffFault.
ArffAttribute parse_attribute(std::string_view declaration) {
  ArffAttribute attribute{take_word(declaration, " \t{").text, false, ""};
  const std::string_view type = without_blanks(declaration);
  if (attribute.name.empty() || type.empty()) throw ArffFault{"an attribute needs a name and a type"};
  if (type.starts_with('{')) {
    std::string_view values = type.substr(1);
    attribute.absent = take_word(values, ",}").text;
    return attribute;
  }
  const std::array<std::string_view, 3> numeric = {"numeric", "real", "integer"};
  const std::array<std::string_view, 2> text = {"string", "date"};
  const auto is_type = [&](std::string_view word) { return starts_with_word(type, word); };
  attribute.numeric = std::any_of(numeric.begin(), numeric.end(), is_type);
  if (!attribute.numeric && std::none_of(text.begin(), text.end(), is_type))
    throw ArffFault{"attribute '" + attribute.name + "' has the unknown type " + quoted_for_message(type)};
  return attribute;
}

class ArffReader {
 public:
  ArffReader(const std::string& path, std::string_view text, const ReadOptions& options,
             const MemoryBudget& budget)
      : path_(path), rest_(text), options_(options), budget_(budget), cells_(options.missing_words) {}

  Table read() {
    try {
      read_declarations();
      plan();
      std::string_view line;
      while (next_line(line)) read_row(line);
    } catch (const ArffFault& fault) {
      throw FileError(path_ + ", line " + std::to_string(line_number_) + ": " + fault.reason);
    }
    return table();
  }

 private:
  /// The next line that is neither blank nor a comment.
  bool next_line(std::string_view& line) {
    while (!rest_.empty()) {
      const std::size_t newline = std::min(rest_.find('\n'), rest_.size());
      line = without_blanks(rest_.substr(0, newline));
      rest_.remove_prefix(std::min(newline + 1, rest_.size()));
      ++line_number_;
      if (!line.empty() && line.front() != '%') return true;
    }
    return false;
  }

  void read_declarations() {
    const std::string_view attribute = "@attribute";
    std::string_view line;
    while (next_line(line)) {
      if (starts_with_word(line, "@data")) return;
      if (starts_with_word(line, attribute))
        attributes_.push_back(parse_attribute(line.substr(attribute.size())));
      else if (!starts_with_word(line, "@relation"))
        throw ArffFault{quoted_for_message(line) + " stands where @attribute or @data is expected"};
    }
    throw ArffFault{"the file ends before @data"};
  }

  void plan() {
    if (attributes_.empty()) throw ArffFault{"no attribute is declared before @data"};
    for (const ArffAttribute& attribute : attributes_) names_.push_back(attribute.name);
    uses_ = planned_uses(path_, names_, names_.size(), options_);
    std::vector<TextError::Column> refused;
    for (Index c = 0; c < std::ssize(names_); ++c) {
      if (uses_[c] == Use::text) text_.push_back({names_[c], c, {}});
      if (uses_[c] != Use::number) continue;
      if (attributes_[c].numeric)
        numeric_.push_back(c);
      else if (options_.other_text == TextRule::drop)
        left_out_.push_back(column_label(c, names_[c]));
      else
        refused.push_back({c, names_[c], 0, ""});
    }
    if (refused.empty()) return;
    const std::string first = column_label(refused.front().position, refused.front().name);
    throw TextError(path_ + ", " + first + ": the attribute is text, not a number", std::move(refused), 0);
  }

  void read_row(std::string_view line) {
    std::vector<ArffCell> row = line.starts_with('{') ? sparse_row(line.substr(1)) : dense_row(line);
    budget_.require(values_.size() + numeric_.size(),
                    sizeof(double));  // two bytes make a sparse row of any width
    for (const Index c : numeric_) {
      double value = 0;
      const CellKind kind = cells_.read(row[c].text, value);
      if (kind == CellKind::text || kind == CellKind::too_large)
        throw ArffFault{column_label(c, names_[c]) + ": " + quoted_for_message(row[c].text) +
                        (kind == CellKind::text ? " is not a number" : " is too large for a number")};
      values_.push_back(value);
    }
    for (TextColumn& column : text_) {
      ArffCell& cell = row[column.position];
      const bool missing = cell.text == "?" && !cell.quoted;
      column.cells.push_back(missing ? std::string() : std::move(cell.text));
    }
    ++rows_;
  }

  std::vector<ArffCell> dense_row(std::string_view line) const {
    std::vector<ArffCell> row;
    for (bool more = true; more;) {
      row.push_back(take_word(line, ","));
      line = without_blanks(line);
      more = line.starts_with(',');
      if (!more && !line.empty()) throw ArffFault{"a closing quote is followed by more text"};
      if (more) line.remove_prefix(1);
    }
    if (std::ssize(row) != std::ssize(names_))
      throw ArffFault{"expected " + std::to_string(names_.size()) + " cells, found " +
                      std::to_string(row.size())};
    return row;
  }

  std::vector<ArffCell> sparse_row(std::string_view line) const {
    std::vector<ArffCell> row;
    for (const ArffAttribute& attribute : attributes_)
      row.push_back({attribute.numeric ? "0" : attribute.absent, true});
    line = without_blanks(line);
    while (!line.starts_with('}')) {
      const std::string index_word = take_word(line, " \t,}").text;
      const auto index = number_in<Index>(index_word);
      if (!index || *index < 0 || *index >= std::ssize(row))
        throw ArffFault{quoted_for_message(index_word) + " is no index from 0 to " +
                        std::to_string(row.size() - 1)};
      row[*index] = take_word(line, ",}");
      line = without_blanks(line);
      if (line.starts_with(','))
        line = without_blanks(line.substr(1));
      else if (!line.starts_with('}'))
        throw ArffFault{"a sparse row does not end with '}'"};
    }
    return row;
  }

  Table table() {
    const auto held = std::make_shared<std::vector<double>>(std::move(values_));
    Table result = owning_table<double>({held, held->data()}, rows_, numeric_.size());
    for (const Index c : numeric_) result.names.push_back(names_[c]);
    result.positions = numeric_;
    result.source_columns = names_.size();
    result.text = std::move(text_);
    result.left_out = std::move(left_out_);
    return result;
  }

  const std::string& path_;
  std::string_view rest_;
  const ReadOptions& options_;
  const MemoryBudget& budget_;
  CellReader cells_;
  Index line_number_ = 0;
  std::vector<ArffAttribute> attributes_;
  std::vector<std::string> names_;
  std::vector<Use> uses_;
  std::vector<Index> numeric_;
  std::vector<TextColumn> text_;
  std::vector<std::string> left_out_;
  std::vector<double> values_;
  Index rows_ = 0;
};

void append_quoted(std::string& out, const std::string& word) {
  out += '\'';
  for (const char c : word) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else
      out += c;
  }
  out += '\'';
}

/// A text column is declared nominal, so that Weka can use it as a class.
void append_nominal(std::string& out, std::vector<std::string> cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::erase(cells, "");
  out += '{';
  for (Index i = 0; i < std::ssize(cells); ++i) {
    if (i) out += ',';
    append_quoted(out, cells[i]);
  }
  out += '}';
}

void append_declarations(std::string& out, const std::vector<OrderedColumn>& columns) {
  out += "@relation table\n";
  for (const OrderedColumn& column : columns) {
    out += "@attribute ";
    append_quoted(out, column.name);
    out += ' ';
    if (column.text)
      append_nominal(out, column.text->cells);
    else
      out += "numeric";
    out += '\n';
  }
  out += "@data\n";
}

void append_cell(std::string& out, const Table& table, const OrderedColumn& column, Index row) {
  if (column.text) {
    const std::string& cell = column.text->cells[row];
    if (cell.empty())
      out += '?';
    else
      append_quoted(out, cell);
  } else {
    const double value = table.values(row, column.numeric);
    if (std::isnan(value))
      out += '?';
    else
      append_shortest(out, value);
  }
}

}  // namespace

Table read_arff(const std::string& path, std::string_view text, const ReadOptions& options,
                const MemoryBudget& budget) {
  return ArffReader(path, text, options, budget).read();
}

void write_arff(const std::string& path, const Table& table) {
  OutputText out(path);
  const auto columns = ordered_columns(table);
  append_declarations(out.text(), columns);
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index i = 0; i < std::ssize(columns); ++i) {
      if (i) out.text() += ',';
      append_cell(out.text(), table, columns[i], row);
    }
    out.text() += '\n';
    out.flush_if_large();
  }
  out.finish();
}

}  // namespace scpp
