#pragma once
// What the commands that take a MODEL share: reading it, and bringing rows into its columns.
#include <optional>

#include "command_line.hpp"
#include "input.hpp"
#include "scpp/model.hpp"

namespace scpp::cli {

Operand model_operand();
Flag clusters_flag(const std::string& sentence);

/// The number given with -k. Throws UsageError when it is not one that the library takes.
std::optional<int> clusters_from(const Arguments& arguments);

/// The model, cut to `clusters`. Throws UsageError when it has fewer.
Model load_cut(const std::string& path, std::optional<int> clusters);

/// Columns of text that nobody asked for are left out: the model cannot know them. Throws UsageError, also
/// before anything is read.
ReadOptions read_options_for_model(const Arguments& arguments);

/// The model keeps the names of the table's columns; where there are none and columns were left out, their
/// places, so that the same columns are found again.
void remember_columns(Model& model, const Table& table);

/// For each column of the model, which numeric column of `table` it is, or nothing for one that is zero. By
/// name where both have names, by place where the model keeps places, else in order, which is told. Columns
/// that the model does not know are left out with a note; a mismatch throws FileError that says which are
/// missing. Only names and positions of `table` count.
using ColumnOrder = std::vector<std::optional<Index>>;
ColumnOrder columns_for(const Model& model, const Table& table, const std::string& path, Session& session);
/// The columns of `table` in that order; not copied when they are so already.
void bring_into_order(Table& table, const ColumnOrder& order);

/// --missing of the commands that use a model.
Flag missing_flag_for_model();
/// What to do with missing cells: as --missing says, else as in the fit. Nothing to fill in means that they
/// are an error or, with drop-row, that such rows have no label.
struct MissingPlan {
  MissingRule rule = MissingRule::error;
  std::vector<double> fill;  ///< per column of the model
};
MissingPlan missing_plan(const Model& model, const Arguments& arguments);

/// Reads rows as the model takes them: its columns in its order, missing cells settled.
DataSet read_rows_for(const Model& model, const std::string& path, const Arguments& arguments,
                      Session& session);

}  // namespace scpp::cli
