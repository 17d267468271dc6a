#include <algorithm>
#include <iostream>

#include "input.hpp"
#include "scpp/scores.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

/// The names of all columns, in order.
std::vector<std::string> names_in(const Table& table) {
  std::vector<std::string> names(table.source_columns);
  for (Index j = 0; j < std::ssize(table.names); ++j) names[table.positions[j]] = table.names[j];
  for (const TextColumn& column : table.text) names[column.position] = column.name;
  return names;
}

/// The one column of a file that holds labels: the one named by the flag, the only one, or the one called
/// "label".
Classes labels_in(const std::string& path, const std::string& flag, const Arguments& arguments,
                  Session& session) {
  ReadOptions options = read_options(arguments);
  options.other_text = TextRule::drop;
  const auto read = [&](const std::string& column) {
    options.text_columns = {column};
    return reading("", [&] { return read_table(path, options); });
  };
  const auto column = arguments.value(flag);
  Table table = read(column.value_or("1"));
  if (!column && table.source_columns > 1) {
    if (std::ranges::count(names_in(table), "label") != 1)
      throw UsageError(path + " has " + std::to_string(table.source_columns) +
                       " columns; name the one that counts with --" + flag);
    table = read("label");
  }
  if (table.text.empty()) throw FileError(path + " has no labels");
  for (const ReadNote& note : table.notes)
    if (note.guess == Guess::names || note.guess == Guess::data) {
      Table header;
      header.notes = {note};
      for (const std::string& sentence : reading_notes(path, header)) session.note(sentence);
    }
  return classes_of(table.text.front().cells);
}

/// Rows where one of both is missing do not count.
Index drop_unknown(Classes& labels, Classes& truth) {
  Classes known_labels, known_truth;
  for (Index row = 0; row < std::ssize(labels.of_row); ++row) {
    if (labels.of_row[row] < 0 || truth.of_row[row] < 0) continue;
    known_labels.of_row.push_back(labels.of_row[row]);
    known_truth.of_row.push_back(truth.of_row[row]);
  }
  const Index dropped = labels.of_row.size() - known_labels.of_row.size();
  labels.of_row = std::move(known_labels.of_row);
  truth.of_row = std::move(known_truth.of_row);
  return dropped;
}

int run_score(const Arguments& arguments, Session& session) {
  const std::string &labels_path = arguments.operand(0), &truth_path = arguments.operand(1);
  if (labels_path == "-" && truth_path == "-") throw UsageError("standard input can be read only once");
  Classes labels = labels_in(labels_path, "label", arguments, session);
  Classes truth = labels_in(truth_path, "truth", arguments, session);
  if (std::ssize(labels.of_row) != std::ssize(truth.of_row))
    throw FileError(labels_path + " has " + counted(static_cast<double>(labels.of_row.size()), "row") +
                    ", but " + truth_path + " has " +
                    counted(static_cast<double>(truth.of_row.size()), "row"));
  if (const Index dropped = drop_unknown(labels, truth))
    session.note(counted(static_cast<double>(dropped), "row") + " without a label " +
                 (dropped == 1 ? "does" : "do") + " not count");
  const Scores scores = score(labels.of_row, truth.of_row);
  std::cout << "purity     " << four_digits(scores.purity) << "\nnmi        " << four_digits(scores.nmi)
            << "\nari        " << four_digits(scores.ari) << "\nv-measure  " << four_digits(scores.v_measure)
            << "\naccuracy   " << four_digits(scores.accuracy) << '\n';
  return 0;
}

}  // namespace

Command score_command() {
  return {"score",
          "Compare labels with known classes",
          {{"LABELS", "file with a column of labels; - is standard input"},
           {"TRUTH", "file with a column of known classes, one for each label"}},
          joined({{{"label", "COLUMN", "which column of LABELS to use, if there are several", "Main options"},
                   {"truth", "COLUMN", "which column of TRUTH to use, if there are several", "Main options"}},
                  reading_flags(),
                  common_flags()}),
          {{"scpp score labels.csv data.csv --truth class",
            "compare the labels that fit wrote with a column of the data"}},
          run_score};
}

}  // namespace scpp::cli
