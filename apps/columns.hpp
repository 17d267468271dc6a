#pragma once
// The columns of a model and those of the rows it is given.
#include "input.hpp"
#include "scpp/model.hpp"

namespace scpp::cli {

/// Names as the model keeps them: those of the table; where there are none and columns were left out, "column
/// 3" and so on, so that the same columns can be found again; else none.
std::vector<std::string> names_for_model(const Table& table);

/// Brings the table's columns into the model's order, by name where both have names. Others are left out with
/// a note; a mismatch throws FileError that says which are missing.
void match_columns(DataSet& data, const Model& model, Session& session);

/// Missing cells as the model has it.
void settle_missing_as(DataSet& data, const Model& model, Session& session);

}  // namespace scpp::cli
