// The commands report and apply-edits: the page, and what was changed on it.
#include "scpp/report.hpp"

#include "model.hpp"
#include "output.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

int run_report(const Arguments& arguments, Session& session) {
  const auto path = arguments.value("report");
  if (!path) throw UsageError("report needs --report, the file to write");
  if (!has_report_page()) throw UsageError("scpp was built without its report page");
  const auto clusters = clusters_from(arguments);
  read_options_for_model(arguments);  // what is wrong there is refused before the work
  Outputs outputs(session, arguments, {arguments.operand(0), arguments.operand(1)});
  outputs.plan("--report", *path);

  const Model model = load_cut(arguments.operand(0), clusters);
  const DataSet data = read_rows_for(model, arguments.operand(1), arguments, session);
  const auto labels = assign(model, data.table.values);
  outputs.put("--report", report_html({model,
                                       data.table.values,
                                       labels,
                                       arguments.value_or("title", data.title()),
                                       data.truth.of_row,
                                       data.truth.names,
                                       data.notes,
                                       {}}));
  outputs.commit();
  if (*path != "-") session.say(outputs.sentence());
  return 0;
}

/// Names are written only where the edits give any.
std::vector<std::string> given_names(const Edited& edited) {
  for (const std::string& name : edited.names)
    if (!name.empty()) return edited.names;
  return {};
}

std::string edited_labels(const Edited& edited, const Arguments& arguments, Session& session) {
  const DataSet data = read_rows_for(edited.model, arguments.operand(2), arguments, session);
  return labels_text(data, assign(edited.model, data.table.values), {given_names(edited), {}});
}

int run_apply_edits(const Arguments& arguments, Session& session) {
  const auto model_path = arguments.value("model"), labels_path = arguments.value("labels");
  if (!model_path && !labels_path) throw UsageError("apply-edits needs --model or --labels, a file to write");
  if (labels_path && arguments.operands().size() < 3)
    throw UsageError("apply-edits --labels needs DATA, the rows to label");
  if (labels_path) require_csv_name("--labels", *labels_path);
  Outputs outputs(session, arguments, arguments.operands());
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

Command report_command() {
  return {
      "report",
      "Write an interactive report of a model and its rows",
      {model_operand(), {"DATA", "rows with the columns of the fit, in any format that fit reads"}},
      joined({{{"report", "OUT.html", "file for the report", "Main options"},
               {"title", "TEXT", "heading of the report; the name of the file if not given", "Main options"},
               clusters_flag("use only the first splits, so that at most this many clusters remain")},
              column_flags(),
              {missing_flag_for_model()},
              reading_flags(),
              common_flags()}),
      {{"scpp report model.scpp data.csv --truth class --report report.html",
        "a report that compares with known classes"}},
      run_report};
}

Command apply_edits_command() {
  return {"apply-edits",
          "Apply the edits made in a report to its model",
          {model_operand(),
           {"EDITS", "the JSON file that the report exported"},
           {"DATA", "rows to label with the edited model", false}},
          joined({{{"model", "OUT.scpp", "file for the edited model", "Main options"},
                   {"labels", "OUT.csv", "file for the labels of DATA, with the names given in the report",
                    "Main options"}},
                  column_flags(),
                  {id_flag(), missing_flag_for_model()},
                  reading_flags(),
                  common_flags()}),
          {{"scpp apply-edits model.scpp edits.json --model edited.scpp", "the edited model"}},
          run_apply_edits};
}

}  // namespace scpp::cli
