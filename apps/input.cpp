#include "input.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "session.hpp"

namespace scpp::cli {
namespace {

const char* reading = "Reading the file";

char one_character(const std::string& flag, const std::string& word) {
  if (word == "tab") return '\t';
  if (word == "space") return ' ';
  if (word == "none" && flag == "comment") return 0;
  if (std::ssize(word) != 1)
    throw UsageError(flag + " is '" + word + "', but must be one character" +
                     (flag == "comment" ? " or none" : ", tab or space"));
  return word[0];
}

template <class Enum>
Enum chosen(const Arguments& arguments, const std::string& flag,
            const std::vector<std::pair<std::string, Enum>>& words, Enum otherwise) {
  for (const auto& [word, value] : words)
    if (arguments.value(flag) == word) return value;
  return otherwise;
}

/// The text column that a name, or a number from 1, stands for.
const TextColumn& text_column(const Table& table, const std::string& wanted) {
  const auto named = std::ranges::find(table.text, wanted, &TextColumn::name);
  if (named != table.text.end()) return *named;
  const auto numbered = std::ranges::find_if(
      table.text, [&](const TextColumn& column) { return std::to_string(column.position + 1) == wanted; });
  if (numbered == table.text.end()) throw UsageError("there is no column '" + wanted + "'");
  return *numbered;
}

bool read_number(const std::string& cell, double& value) {
  const char* end = cell.data() + cell.size();
  const auto parsed = std::from_chars(cell.data(), end, value);
  return parsed.ec == std::errc() && parsed.ptr == end;
}

std::vector<double> weights_in(const TextColumn& column, const std::string& path) {
  std::vector<double> weights(column.cells.size());
  for (Index row = 0; row < std::ssize(weights); ++row)
    if (!read_number(column.cells[row], weights[row]) || !std::isfinite(weights[row]) || weights[row] < 0)
      throw FileError(path + ": the weight in row " + std::to_string(row + 1) + " is '" + column.cells[row] +
                      "', but must be a number >= 0");
  return weights;
}

/// Class names in order: by value when all are numbers, else by their letters.
struct ByValue {
  bool operator()(const std::string& a, const std::string& b) const {
    double x = 0, y = 0;
    const bool a_number = read_number(a, x), b_number = read_number(b, y);
    if (a_number && b_number && x != y) return x < y;
    if (a_number != b_number) return a_number;
    return a < b;
  }
};

template <class Value>
void keep_rows(std::vector<Value>& values, const std::vector<Index>& rows) {
  if (values.empty() || rows.empty()) return;
  std::vector<Value> kept;
  for (const Index row : rows) kept.push_back(values[row]);
  values = std::move(kept);
}

}  // namespace

std::string DataSet::title() const {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

std::vector<Flag> reading_flags() {
  return {{"format", "FORMAT", "format of the data instead of what the file's name and first bytes tell",
           reading, 0, false, "csv|npy|arff|svmlight|hdf5"},
          {"separator", "CHAR",
           "what parts the cells of a CSV file (a character, tab or space) instead of guessing", reading},
          {"header", "WHEN", "whether the first line of a CSV file holds names instead of guessing", reading,
           0, false, "yes|no"},
          {"comment", "CHAR", "lines of a CSV file that begin with it are skipped (a character or none)",
           reading, 0, false, "", std::string(1, ReadOptions{}.comment)},
          {"text", "RULE", "what to do with columns of text that are not named by an option", reading, 0,
           false, "refuse|drop"}};
}

std::vector<Flag> column_flags() {
  return {{"truth", "COLUMN", "column (name or number) of known classes: kept aside and scored against",
           "Columns"},
          {"drop", "COLUMN", "column (name or number) to leave out; may be repeated", "Columns", 0, true}};
}

Flag missing_flag() {
  return {"missing", "RULE", "what becomes of missing cells",          "Columns",
          0,         false,  "error|mean|median|drop-row|drop-column", to_word(MissingReport{}.rule)};
}

std::optional<Format> format_named(const std::string& word) {
  static const std::map<std::string, Format> formats = {{"csv", Format::csv},
                                                        {"npy", Format::npy},
                                                        {"arff", Format::arff},
                                                        {"svmlight", Format::svmlight},
                                                        {"hdf5", Format::hdf5}};
  const auto found = formats.find(word);
  return found == formats.end() ? std::nullopt : std::optional(found->second);
}

ReadOptions read_options(const Arguments& arguments) {
  ReadOptions options;
  options.format = format_named(arguments.value_or("format", "")).value_or(options.format);
  options.header =
      chosen<Header>(arguments, "header", {{"yes", Header::yes}, {"no", Header::no}}, options.header);
  options.other_text = chosen<TextRule>(
      arguments, "text", {{"refuse", TextRule::refuse}, {"drop", TextRule::drop}}, options.other_text);
  if (const auto word = arguments.value("separator")) options.separator = one_character("separator", *word);
  if (const auto word = arguments.value("comment")) options.comment = one_character("comment", *word);
  return options;
}

Classes classes_of(const std::vector<std::string>& cells) {
  Classes classes;
  std::set<std::string, ByValue> names;
  for (const std::string& cell : cells)
    if (!cell.empty() && cell != "NA") names.insert(cell);
  classes.names.assign(names.begin(), names.end());
  for (const std::string& cell : cells) {
    const auto found = std::ranges::lower_bound(classes.names, cell, ByValue{});
    const bool known = found != classes.names.end() && *found == cell;
    classes.of_row.push_back(known ? static_cast<std::int32_t>(found - classes.names.begin()) : -1);
  }
  return classes;
}

std::string left_out_sentence(const Table& table) {
  return "columns of text are left out: " + comma_list(table.left_out);
}

Table read_any_table(const std::string& path, const ReadOptions& options) {
  return blaming_command_line([&] { return read_table(path, options); });
}

DataSet read_data(const std::string& path, const Arguments& arguments, ReadOptions options,
                  Session& session) {
  for (const char* flag : {"truth", "weights", "drop"})
    for (const std::string& column : arguments.all(flag)) options.text_columns.push_back(column);
  DataSet data;
  data.path = path;
  data.table = read_any_table(path, options);
  if (const auto truth = arguments.value("truth")) {
    data.truth = classes_of(text_column(data.table, *truth).cells);
    const auto unknown = std::ranges::find(data.truth.of_row, -1);
    if (unknown != data.truth.of_row.end())
      throw FileError(path + ": the class in row " + std::to_string(unknown - data.truth.of_row.begin() + 1) +
                      " is missing");
  }
  if (const auto weights = arguments.value("weights"))
    data.weights = weights_in(text_column(data.table, *weights), path);
  data.table.text.clear();
  if (!data.table.left_out.empty()) data.notes.push_back(left_out_sentence(data.table));
  for (const std::string& sentence : data.notes) session.note(sentence);
  return data;
}

void require_usable(const DataSet& data) {
  if (data.table.rows() == 0) throw FileError(data.path + " has no rows");
  if (data.table.columns() == 0) throw FileError(data.path + " has no columns of numbers");
  try {
    require_finite(data.table);
  } catch (const InvalidArgument& problem) {
    throw FileError(data.path + ": " + problem.what());
  }
}

void settle_missing(DataSet& data, MissingRule rule, Session& session) {
  try {
    data.missing = apply_missing(data.table, rule);
  } catch (const InvalidArgument& problem) {
    const bool can_be_settled = rule == MissingRule::error;
    throw FileError(data.path + " has " + problem.what() +
                    (can_be_settled ? "; --missing says what to do with them" : ""));
  }
  keep_rows(data.truth.of_row, data.table.source_rows);
  keep_rows(data.weights, data.table.source_rows);
  if (data.missing.cells == 0) return;
  data.notes.push_back(data.missing.sentence());
  session.note(data.notes.back());
}

}  // namespace scpp::cli
