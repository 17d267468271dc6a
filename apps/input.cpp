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

const char* reading_group = "Reading the file";

char one_character(const std::string& flag, const std::string& word) {
  if (word == "tab") return '\t';
  if (word == "space") return ' ';
  if (word == "none" && flag == "comment") return 0;
  if (std::ssize(word) != 1)
    throw UsageError(flag + " is '" + word + "', but must be one character" +
                     (flag == "comment" ? " or none" : ", tab or space"));
  return word[0];
}

std::vector<std::string> at_commas(const std::string& words) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    parts.push_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// How a column is named on the command line.
std::string typed(Index position, const std::string& name) {
  const bool plain = !name.empty() && name.find_first_of(" ,'\"$`\\!*?;&|<>()#\t\n") == name.npos;
  return plain ? name : std::to_string(position + 1);
}

/// "column 1 'a', column 2 'b' and 7 more".
std::string listed(const std::vector<std::string>& labels) {
  const Index most = 5;
  if (std::ssize(labels) == 1) return labels.front();
  std::vector<std::string> shown(labels.begin(), labels.begin() + std::min(most, std::ssize(labels) - 1));
  const Index more = labels.size() - shown.size();
  return comma_list(shown) + " and " + (more == 1 ? labels.back() : std::to_string(more) + " more");
}

std::string advice_on(Guess guess) {
  switch (guess) {
    case Guess::names:
      return "; --header no reads it as data";
    case Guess::data:
      return "; --header yes reads it as names";
    case Guess::row_numbers:
      return "; --drop none keeps it";
    default:
      return "";
  }
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
  return parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(value);  // "nan" is a word
}

std::vector<double> weights_in(const TextColumn& column, const std::string& path) {
  std::vector<double> weights(column.cells.size());
  for (Index row = 0; row < std::ssize(weights); ++row)
    if (!read_number(column.cells[row], weights[row]) || weights[row] < 0)
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
  return {
      {"format", "FORMAT", "format of the data, if neither its name nor its first bytes show it",
       reading_group, 0, false, "csv|npy|npz|arff|svmlight|hdf5"},
      {"separator", "CHAR",
       "character between the cells of a CSV file (or tab, or space); guessed if not given", reading_group},
      {"header", "WHEN",
       "whether the first line of a CSV file holds the names of the columns; guessed if not given",
       reading_group, 0, false, "yes|no"},
      {"comment", "CHAR", "skip lines of a CSV file that begin with this character (none: skip no lines)",
       reading_group, 0, false, "", std::string(1, ReadOptions{}.comment)},
      {"text", "RULE", "what to do with columns of text that no other option names", reading_group, 0, false,
       "refuse|drop"},
      {"na-values", "WORDS",
       "more words that mean a missing cell, separated by commas, beside NA, NaN, null, None, missing, ?, -, "
       ". and #N/A",
       reading_group, 0, true},
      {"transpose", "", "the columns of the file are the rows to cluster, as in tables of genes x samples",
       reading_group}};
}

Flag drop_flag() {
  return {"drop",
          "COLUMNS",
          "columns to leave out: names or numbers, separated by commas (may be given more than once); auto "
          "leaves "
          "out all that are probably not measurements, none keeps even row numbers",
          "Columns",
          0,
          true};
}

Flag id_flag() {
  return {"id", "COLUMN", "column (name or number) to write beside the labels; it is not clustered",
          "Columns"};
}

std::vector<Flag> column_flags() {
  return {
      {"truth", "COLUMN",
       "column (name or number) of known classes: not clustered, but compared with the result", "Columns"},
      drop_flag()};
}

Flag missing_flag() {
  return {"missing", "RULE", "what to do with missing cells",          "Columns",
          0,         false,  "error|mean|median|drop-row|drop-column", to_word(MissingReport{}.rule)};
}

std::optional<Format> format_named(const std::string& word) {
  static const std::map<std::string, Format> formats = {
      {"csv", Format::csv},   {"npy", Format::npy},           {"npz", Format::npz},
      {"arff", Format::arff}, {"svmlight", Format::svmlight}, {"hdf5", Format::hdf5}};
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
  options.transpose = arguments.has("transpose");
  for (const std::string& words : arguments.all("na-values"))
    for (const std::string& word : at_commas(words)) options.missing_words.push_back(word);
  for (const std::string& columns : arguments.all("drop")) {
    if (columns == "auto")
      options.leave_out = LeaveOut::suspects;
    else if (columns == "none")
      options.leave_out = LeaveOut::nothing;
    else
      options.drop.push_back(columns);
  }
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

std::vector<std::string> reading_notes(const std::string& path, const Table& table) {
  std::vector<std::string> notes;
  for (const ReadNote& note : table.notes)
    notes.push_back(path + ": " + note.sentence + advice_on(note.guess));
  if (!table.left_out.empty()) notes.push_back("columns of text are left out: " + comma_list(table.left_out));
  return notes;
}

void warn_of_suspects(const Table& table, Session& session) {
  if (table.suspects.empty()) return;
  std::vector<std::string> labels;
  std::string columns;
  for (const Suspect& suspect : table.suspects) {
    labels.push_back(column_label(suspect.position, suspect.name) + " (" + suspect.reason + ")");
    columns += (columns.empty() ? "" : ",") + typed(suspect.position, suspect.name);
  }
  const bool one = labels.size() == 1;
  session.warn(listed(labels) + (one ? " is probably not a measurement" : " are probably not measurements") +
               "; " + (columns.size() < 60 ? "--drop " + columns + " or " : "") + "--drop auto leaves " +
               (one ? "it" : "them") + " out");
}

void refuse_text(const TextError& problem, const std::string& keep) {
  std::vector<std::string> labels;
  std::string columns;
  for (const TextError::Column& column : problem.columns) {
    labels.push_back(column_label(column.position, column.name));
    columns += (columns.empty() ? "" : ",") + typed(column.position, column.name);
  }
  const bool one = labels.size() == 1;
  const TextError::Column& last = problem.columns.back();
  std::string sentence = problem.what();
  if (!one) sentence += "; " + listed(labels) + " hold text";
  for (const TextError::Column& column : problem.columns)
    if (2 * column.cells < problem.rows_read) {
      sentence +=
          "; if '" + column.example + "' means a missing cell, add --na-values '" + column.example + "'";
      break;
    }
  sentence += std::string("; leave ") + (one ? "the column" : "them") + " out with --drop " +
              (columns.size() < 60 ? columns + " or " : "... or ") + "--text drop";
  if (!keep.empty()) {
    sentence += keep == "--truth" ? ", or compare the result with " : ", or keep ";
    sentence +=
        std::string(one ? "it" : "one of them") + " by " + keep + " " + typed(last.position, last.name);
  }
  throw FileError(sentence);
}

DataSet read_data(const std::string& path, const Arguments& arguments, ReadOptions options,
                  Session& session) {
  for (const char* flag : {"truth", "weights", "id"})
    for (const std::string& column : arguments.all(flag)) options.text_columns.push_back(column);
  DataSet data;
  data.path = path;
  data.table = reading("--truth", [&] { return read_table(path, options); });
  if (const auto truth = arguments.value("truth")) {
    data.truth = classes_of(text_column(data.table, *truth).cells);
    const auto unknown = std::ranges::find(data.truth.of_row, -1);
    if (unknown != data.truth.of_row.end())
      throw FileError(path + ": the class in row " + std::to_string(unknown - data.truth.of_row.begin() + 1) +
                      " is missing");
  }
  if (const auto weights = arguments.value("weights"))
    data.weights = weights_in(text_column(data.table, *weights), path);
  if (const auto id = arguments.value("id")) data.id = text_column(data.table, *id);
  data.table.text.clear();
  data.notes = reading_notes(path, data.table);
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

void settle_missing(DataSet& data, MissingRule rule, const std::string& advice, Session& session) {
  try {
    data.missing = apply_missing(data.table, rule, data.weights);
  } catch (const InvalidArgument& problem) {
    throw FileError(data.path + " has " + problem.what() + (rule == MissingRule::error ? "; " + advice : ""));
  }
  keep_rows(data.truth.of_row, data.table.source_rows);
  keep_rows(data.weights, data.table.source_rows);
  if (data.missing.cells == 0) return;
  data.notes.push_back(data.missing.sentence());
  session.note(data.notes.back());
}

}  // namespace scpp::cli
