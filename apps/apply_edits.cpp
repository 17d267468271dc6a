#include "clustering.hpp"
#include "columns.hpp"
#include "commands.hpp"
#include "labels.hpp"
#include "model_argument.hpp"
#include "outputs.hpp"
#include "scpp/report.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

/// Names are written only where the edits give any.
std::vector<std::string> given_names(const Edited& edited) {
  for (const std::string& name : edited.names)
    if (!name.empty()) return edited.names;
  return {};
}

std::string edited_labels(const Edited& edited, const Arguments& arguments, Session& session) {
  DataSet data = read_data(arguments.operand(2), arguments, read_options_for_model(arguments), session);
  match_columns(data, edited.model, session);
  settle_missing_as(data, edited.model, session);
  require_usable(data);
  return labels_text(data, assign(edited.model, data.table.values), given_names(edited));
}

int run_apply_edits(const Arguments& arguments, Session& session) {
  const auto model_path = arguments.value("model"), labels_path = arguments.value("labels");
  if (!model_path && !labels_path) throw UsageError("apply-edits needs --model or --labels, a file to write");
  const bool has_data = arguments.operand_count() > 2;
  if (labels_path && !has_data) throw UsageError("apply-edits --labels needs DATA, the rows to label");
  if (labels_path) require_csv_name("--labels", *labels_path);
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < arguments.operand_count(); ++i) inputs.push_back(arguments.operand(i));
  Outputs outputs(session, inputs);
  if (model_path) outputs.plan("--model", *model_path);
  if (labels_path) outputs.plan("--labels", *labels_path);

  const Model before = load_cut(arguments.operand(0), {});
  const Edited edited = apply_edits(before, read_edits(arguments.operand(1)));
  if (model_path) outputs.put("--model", to_bytes(edited.model));
  if (labels_path) outputs.put("--labels", edited_labels(edited, arguments, session));
  outputs.commit();
  if (const std::string written = outputs.sentence(); !written.empty())
    session.say(written + ": " + counted(static_cast<double>(edited.model.tree.clusters()), "cluster"));
  return 0;
}

}  // namespace

Command apply_edits_command() {
  return {
      "apply-edits",
      "Give the edits that a report exported back to its model",
      {model_operand(),
       {"EDITS", "the JSON file that the report exported"},
       {"DATA", "rows to label with the edited model", false}},
      joined({{{"model", "OUT.scpp", "where the edited model goes", "Main options"},
               {"labels", "OUT.csv", "labels of DATA, with the names given in the report", "Main options"}},
              column_flags(),
              reading_flags(),
              common_flags()}),
      {{"scpp apply-edits model.scpp edits.json --model edited.scpp", "the edited model"}},
      run_apply_edits};
}

}  // namespace scpp::cli
