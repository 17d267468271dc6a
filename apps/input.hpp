#pragma once
// From a data file on the command line to rows that can be clustered.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "scpp/io.hpp"
#include "session.hpp"

namespace scpp::cli {

/// How files are parsed: --format, --separator, --header, --comment, --text, --na-values, --transpose.
std::vector<Flag> reading_flags();
/// Columns that are not clustered: --truth, --drop.
std::vector<Flag> column_flags();
Flag drop_flag();
Flag id_flag();
Flag missing_flag();

/// What a word of --format or --to stands for; nothing for another word.
std::optional<Format> format_named(const std::string& word);

/// With what --drop says.
ReadOptions read_options(const Arguments& arguments);

/// Known classes as numbers 0, 1, ... in the order of their names (by value when all are numbers).
struct Classes {
  std::vector<std::int32_t> of_row;  ///< empty without known classes; -1 where there is none
  std::vector<std::string> names;
};
Classes classes_of(const std::vector<std::string>& cells);

struct DataSet {
  std::string path;
  Table table;
  Classes truth;
  std::vector<double> weights;
  std::optional<TextColumn> id;  ///< a cell for each row of the file
  MissingReport missing;
  std::vector<std::string> notes;  ///< what was done to the data, also told to the user

  Index rows_in_file() const { return table.rows() + missing.dropped_rows; }
  /// The name of the file alone: a report is shown to people who need not know where it stood.
  std::string title() const;
};

/// What is told about how a table was read: guesses, and columns of text that were left out.
std::vector<std::string> reading_notes(const std::string& path, const Table& table);

/// Names columns that are probably not measurements, and the option that leaves them out.
void warn_of_suspects(const Table& table, Session& session);

[[noreturn]] void refuse_text(const TextError& problem, const std::string& keep);

/// Calls `read`, which reads tables. What the command line is at fault for throws UsageError; columns of text
/// are told with the options that deal with them, `keep` (--truth, for example) among them.
template <class Read>
auto reading(const std::string& keep, const Read& read) {
  try {
    return blaming_command_line(read);
  } catch (const TextError& problem) {
    refuse_text(problem, keep);
  }
}

/// Reads `path` and takes --truth, --id and --weights out of it. Missing cells are still there. A column that
/// the command line names and the file lacks throws UsageError.
DataSet read_data(const std::string& path, const Arguments& arguments, ReadOptions options, Session& session);

/// Throws FileError when there is nothing to cluster or a cell is infinite.
void require_usable(const DataSet& data);

/// Deals with missing cells; only whole rows are left in truth and weights. `advice` ends the sentence that
/// refuses them.
void settle_missing(DataSet& data, MissingRule rule, const std::string& advice, Session& session);

}  // namespace scpp::cli
