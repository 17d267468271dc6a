#include "clustering.hpp"
#include "columns.hpp"
#include "commands.hpp"
#include "model_argument.hpp"
#include "outputs.hpp"
#include "scpp/report.hpp"

namespace scpp::cli {
namespace {

int run_report(const Arguments& arguments, Session& session) {
  const auto path = arguments.value("report");
  if (!path) throw UsageError("report needs --report, the file to write");
  if (!has_report_page()) throw UsageError("scpp was built without its report page");
  const auto clusters = clusters_from(arguments);
  const ReadOptions reading = read_options_for_model(arguments);
  Outputs outputs(session, {arguments.operand(0), arguments.operand(1)});
  outputs.plan("--report", *path);

  const Model model = load_cut(arguments.operand(0), clusters);
  DataSet data = read_data(arguments.operand(1), arguments, reading, session);
  match_columns(data, model, session);
  settle_missing_as(data, model, session);
  require_usable(data);
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

}  // namespace

Command report_command() {
  return {
      "report",
      "Make a page to look at from a model and rows",
      {model_operand(), {"DATA", "rows with the columns of the fit, in any format that fit reads"}},
      joined({{{"report", "OUT.html", "where the page goes", "Main options"},
               {"title", "TEXT", "heading of the page instead of the name of the file", "Main options"},
               clusters_flag("use the first splits only, so that at most this many clusters are left")},
              column_flags(),
              reading_flags(),
              common_flags()}),
      {{"scpp report model.scpp data.csv --truth class --report report.html", "a page with known classes"}},
      run_report};
}

}  // namespace scpp::cli
