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

/// Names as the model keeps them: those of the table; where there are none and columns were left out, "column
/// 3" and so on, so that the same columns can be found again; else none.
std::vector<std::string> names_for_model(const Table& table);

/// Reads rows as the model takes them. Columns are brought into its order, by name where both have names;
/// others are left out with a note; a mismatch throws FileError that says which are missing. Missing cells
/// are settled as in the fit.
DataSet read_rows_for(const Model& model, const std::string& path, const Arguments& arguments,
                      Session& session);

}  // namespace scpp::cli
