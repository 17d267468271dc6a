#include "clustering.hpp"
#include "columns.hpp"
#include "commands.hpp"
#include "in_blocks.hpp"
#include "labels.hpp"
#include "model_argument.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

int run_predict(const Arguments& arguments, Session& session) {
  const std::optional<int> clusters = clusters_from(arguments);
  const ReadOptions reading = read_options_for_model(arguments);
  const std::optional<Index> memory = memory_from(arguments);
  const std::string path = arguments.value_or("labels", "-");
  require_csv_name("--labels", path);
  Outputs outputs(session, {arguments.operand(0), arguments.operand(1)});
  outputs.plan("--labels", path);

  const Model model = load_cut(arguments.operand(0), clusters);
  if (memory) return predict_in_blocks(arguments, model, *memory, outputs, session);
  DataSet data = read_data(arguments.operand(1), arguments, reading, session);
  match_columns(data, model, session);
  settle_missing_as(data, model, session);
  require_usable(data);
  const auto labels = assign(model, data.table.values);
  outputs.put("--labels", labels_text(data, labels));
  outputs.commit();
  if (const auto scores = scores_of(labels, data.truth)) session.say(scores_line(*scores));
  if (path != "-")
    session.say(outputs.sentence() + ": " + counted(static_cast<double>(labels.size()), "row") + " in " +
                counted(static_cast<double>(cluster_count(labels)), "cluster"));
  return 0;
}

}  // namespace

Command predict_command() {
  return {"predict",
          "Label rows, old or new, with a model",
          {model_operand(), {"DATA", "rows with the columns of the fit, in any format that fit reads"}},
          joined({{clusters_flag("use the first splits only, so that at most this many clusters are left"),
                   {"labels", "OUT.csv", "where the labels go", "Main options", 0, false, "", "-"}},
                  column_flags(),
                  reading_flags(),
                  {memory_flag()},
                  common_flags()}),
          {{"scpp predict model.scpp new.csv --labels labels.csv", "labels for new rows"},
           {"scpp predict model.scpp new.csv -k 3", "with the first two splits only"}},
          run_predict};
}

}  // namespace scpp::cli
