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

/// How files are parsed: --format, --separator, --header, --comment, --text.
std::vector<Flag> reading_flags();
/// Columns that are not clustered: --truth, --drop.
std::vector<Flag> column_flags();
Flag missing_flag();

/// What a word of --format or --to stands for; nothing for another word.
std::optional<Format> format_named(const std::string& word);

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
  MissingReport missing;
  std::vector<std::string> notes;  ///< what was done to the data, also told to the user

  Index rows_in_file() const { return table.rows() + missing.dropped_rows; }
  /// The name of the file alone: a report is shown to people who need not know where it stood.
  std::string title() const;
};

/// What is told about columns of text that were left out.
std::string left_out_sentence(const Table& table);

/// read_table; what the command line is at fault for throws UsageError.
Table read_any_table(const std::string& path, const ReadOptions& options);

/// Reads `path` and takes --truth, --drop and --weights out of it. Missing cells are still there. A column
/// that the command line names and the file lacks throws UsageError.
DataSet read_data(const std::string& path, const Arguments& arguments, ReadOptions options, Session& session);

/// Throws FileError when there is nothing to cluster or a cell is infinite.
void require_usable(const DataSet& data);

/// Deals with missing cells as --missing says; only whole rows are left in truth and weights.
void settle_missing(DataSet& data, MissingRule rule, Session& session);

}  // namespace scpp::cli
