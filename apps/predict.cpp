// The commands predict and cut: a model that is used, and one that is made smaller.
#include "clustering.hpp"
#include "model.hpp"
#include "output.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

int run_predict(const Arguments& arguments, Session& session) {
  const std::optional<int> clusters = clusters_from(arguments);
  read_options_for_model(arguments);  // what is wrong there is refused before the work
  const std::optional<Index> memory = memory_from(arguments);
  const std::string path = arguments.value_or("labels", "-");
  require_csv_name("--labels", path);
  Outputs outputs(session, arguments, {arguments.operand(0), arguments.operand(1)});
  outputs.plan("--labels", path);

  const Model model = load_cut(arguments.operand(0), clusters);
  if (memory) return predict_in_blocks(arguments, model, *memory, outputs, session);
  const DataSet data = read_rows_for(model, arguments.operand(1), arguments, session);
  const auto labels = assign(model, data.table.values);
  MoreColumns more;
  if (arguments.has("scores")) more.confidence = confidence(model, data.table.values);
  outputs.put("--labels", labels_text(data, labels, more));
  outputs.commit();
  if (const auto scores = scores_of(labels, data.truth)) session.say(scores_line(*scores));
  if (path != "-")
    session.say(outputs.sentence() + ": " + counted(static_cast<double>(labels.size()), "row") + " in " +
                counted(static_cast<double>(cluster_count(labels)), "cluster"));
  return 0;
}

int run_cut(const Arguments& arguments, Session& session) {
  const auto clusters = clusters_from(arguments);
  const auto path = arguments.value("model");
  if (!clusters) throw UsageError("cut needs -k, the number of clusters to keep");
  if (!path) throw UsageError("cut needs --model, the file to write");
  Outputs outputs(session, arguments, {arguments.operand(0)});
  outputs.plan("--model", *path);
  const Model model = load_cut(arguments.operand(0), clusters);
  outputs.put("--model", to_bytes(model));
  outputs.commit();
  if (*path != "-")
    session.say(outputs.sentence() + ": " + counted(static_cast<double>(model.tree.clusters()), "cluster"));
  return 0;
}

}  // namespace

Command predict_command() {
  return {"predict",
          "Assign rows, old or new, to the clusters of a model",
          {model_operand(), {"DATA", "rows with the columns of the fit, in any format that fit reads"}},
          joined({{clusters_flag("use only the first splits, so that at most this many clusters remain"),
                   {"labels", "OUT.csv", "file for the labels; - is standard output", "Main options", 0,
                    false, "", "-"},
                   scores_flag()},
                  column_flags(),
                  {id_flag(), missing_flag_for_model()},
                  reading_flags(),
                  {memory_flag()},
                  common_flags()}),
          {{"scpp predict model.scpp new.csv --labels labels.csv", "labels for new rows"},
           {"scpp predict model.scpp new.csv -k 3", "the same with only the first two splits"}},
          run_predict};
}

Command cut_command() {
  return {"cut",
          "Undo the last splits of a model",
          {model_operand()},
          joined({{clusters_flag("how many clusters to keep"),
                   {"model", "OUT.scpp", "file for the smaller model", "Main options"}},
                  common_flags()}),
          {{"scpp cut model.scpp -k 3 --model smaller.scpp", "keep three clusters"}},
          run_cut};
}

}  // namespace scpp::cli
