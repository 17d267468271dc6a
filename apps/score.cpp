#include <iostream>

#include "input.hpp"
#include "scpp/scores.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

/// The one column of a file that holds labels: the one named by the flag, else the only one.
Classes labels_in(const std::string& path, const std::string& flag, const Arguments& arguments) {
  const auto column = arguments.value(flag);
  ReadOptions options = read_options(arguments);
  options.other_text = TextRule::drop;
  options.text_columns = {column.value_or("1")};
  const Table table = read_any_table(path, options);
  const Index columns = table.columns() + table.text.size() + table.left_out.size();
  if (!column && columns > 1)
    throw UsageError(path + " has " + std::to_string(columns) + " columns; name the one that counts with --" +
                     flag);
  if (table.text.empty()) throw FileError(path + " has no labels");
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
  Classes labels = labels_in(labels_path, "label", arguments);
  Classes truth = labels_in(truth_path, "truth", arguments);
  if (std::ssize(labels.of_row) != std::ssize(truth.of_row))
    throw FileError(labels_path + " has " + counted(static_cast<double>(labels.of_row.size()), "row") +
                    ", but " + truth_path + " has " +
                    counted(static_cast<double>(truth.of_row.size()), "row"));
  if (const Index dropped = drop_unknown(labels, truth))
    session.note(counted(static_cast<double>(dropped), "row") + " without a label do not count");
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
          {{"LABELS", "a file with a column of labels; - is standard input"},
           {"TRUTH", "a file with a column of classes, one row for each label"}},
          joined({{{"label", "COLUMN", "which column of LABELS, where there are several", "Main options"},
                   {"truth", "COLUMN", "which column of TRUTH, where there are several", "Main options"}},
                  reading_flags(),
                  common_flags()}),
          {{"scpp score labels.csv data.csv --truth class", "scores of labels that fit wrote"}},
          run_score};
}

}  // namespace scpp::cli
