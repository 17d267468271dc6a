#include "io/arff.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "io/arff_syntax.hpp"
#include "io/cell.hpp"
#include "io/column_plan.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

class ArffReader {
 public:
  ArffReader(const std::string& path, std::string_view text, const ReadOptions& options,
             const MemoryBudget& budget)
      : path_(path), rest_(text), options_(options), budget_(budget), cells_({"?"}) {}

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
        attributes_.push_back(parse_arff_attribute(line.substr(attribute.size())));
      else if (!starts_with_word(line, "@relation"))
        throw ArffFault{quoted_for_message(line) + " stands where @attribute or @data is expected"};
    }
    throw ArffFault{"the file ends before @data"};
  }

  void plan() {
    if (attributes_.empty()) throw ArffFault{"no attribute is declared before @data"};
    for (const ArffAttribute& attribute : attributes_) names_.push_back(attribute.name);
    as_text_ = text_plan(path_, names_, names_.size(), options_);
    for (Index c = 0; c < std::ssize(names_); ++c) {
      if (as_text_[c]) {
        text_.push_back({names_[c], c, {}});
      } else if (attributes_[c].numeric) {
        numeric_.push_back(c);
      } else if (options_.other_text == TextRule::drop) {
        left_out_.push_back(column_label(c, names_[c]));
      } else {
        throw FileError(path_ + ", " + column_label(c, names_[c]) + ": the attribute is text, not a number");
      }
    }
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
      row.push_back(take_arff_word(line, ","));
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
      const std::string index_word = take_arff_word(line, " \t,}").text;
      Index index = 0;
      const char* end = index_word.data() + index_word.size();
      const auto parsed = std::from_chars(index_word.data(), end, index);
      if (parsed.ec != std::errc() || parsed.ptr != end || index >= std::ssize(row))
        throw ArffFault{quoted_for_message(index_word) + " is no index from 0 to " +
                        std::to_string(row.size() - 1)};
      row[index] = take_arff_word(line, ",}");
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
  std::vector<bool> as_text_;
  std::vector<Index> numeric_;
  std::vector<TextColumn> text_;
  std::vector<std::string> left_out_;
  std::vector<double> values_;
  Index rows_ = 0;
};

}  // namespace

Table read_arff(const std::string& path, std::string_view text, const ReadOptions& options,
                const MemoryBudget& budget) {
  return ArffReader(path, text, options, budget).read();
}

}  // namespace scpp
