#include <algorithm>

#include "clustering.hpp"
#include "commands.hpp"
#include "labels.hpp"
#include "outputs.hpp"
#include "report/html.hpp"
#include "stopwatch.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

const std::vector<std::string> output_flags = {"labels", "model", "report", "summary"};

std::vector<Flag> output_descriptions() {
  return {
      {"labels", "OUT.csv", "write a label for each row; - is standard output", "The three that matter"},
      {"report", "OUT.html", "write a page to look at, with everything in one file", "The three that matter"},
      {"model", "OUT.scpp", "write the model, for predict, show, cut and report", "More output"},
      {"summary", "OUT.json", "write what was done and found, for programs", "More output"}};
}

/// What does not depend on the data is refused before the data are read.
void check_request(const Arguments& arguments, const Choice& choice) {
  if (const auto labels = arguments.value("labels")) require_csv_name("--labels", *labels);
  if (arguments.has("report") && !has_report_page())
    throw UsageError("--report is not possible: scpp was built without its report page");
  if (choice.baseline.empty()) return;
  for (const char* flag : {"model", "report"})
    if (arguments.has(flag))
      throw UsageError("method " + choice.baseline + " makes no model, so --" + flag +
                       " is not possible; divisive, margin and kway make one");
  if (arguments.has("weights"))
    throw UsageError("method " + choice.baseline + " knows no weights; divisive, margin and kway do");
}

std::string report_text(const DataSet& data, const Clustering& result) {
  ReportInput input{*result.model,     data.table.values, result.labels, data.title(),
                    data.truth.of_row, data.truth.names,  data.notes,    result.seconds};
  return report_html(input);
}

void tell_clusters(const DataSet& data, const Clustering& result, Session& session) {
  session.say(data.path + ": " + counted(static_cast<double>(data.table.rows()), "row") + ", " +
              counted(static_cast<double>(data.table.columns()), "column"));
  const std::size_t clusters = cluster_count(result.labels);
  session.say(counted(static_cast<double>(clusters), "cluster") + " in " + seconds_text(result.seconds) +
              (result.choice.empty() ? "" : ", " + result.choice));
  std::string sizes;
  for (std::size_t label = 0; label < clusters; ++label)
    sizes += " " + std::to_string(std::ranges::count(result.labels, static_cast<std::int32_t>(label)));
  session.say("rows in each:" + sizes);
  if (const auto scores = scores_of(result.labels, data.truth)) session.say(scores_line(*scores));
}

/// 1 when fewer clusters came out than were asked for: there is a result, but not that one.
int verdict(const Choice& choice, const Clustering& result, Session& session) {
  const auto found = cluster_count(result.labels);
  if (found >= static_cast<std::size_t>(choice.options.clusters)) return 0;
  std::string why;
  if (result.model)
    for (const int leaf : result.model->tree.leaves())
      if (why.empty()) why = ": " + result.model->tree.nodes[static_cast<std::size_t>(leaf)].leaf_reason;
  session.warn("only " + std::to_string(found) + " of " + std::to_string(choice.options.clusters) +
               " clusters were found" + why);
  return 1;
}

int run_fit(const Arguments& arguments, Session& session) {
  const Stopwatch total;
  const Choice choice = choice_from(arguments);
  const ReadOptions reading = read_options(arguments);
  check_request(arguments, choice);
  Outputs outputs(session, {arguments.operand(0)});
  for (const std::string& flag : output_flags)
    if (const auto path = arguments.value(flag)) outputs.plan("--" + flag, *path);

  Seconds seconds;
  DataSet data = read_data(arguments.operand(0), arguments, reading, session);
  settle_missing(data, missing_rule(arguments.value_or("missing", to_word(MissingRule{}))), session);
  require_usable(data);
  seconds.read = total.seconds();
  const Clustering result = cluster(data, choice, session);
  seconds.fit = result.seconds;

  if (arguments.has("labels")) outputs.put("--labels", labels_text(data, result.labels));
  if (arguments.has("model")) outputs.put("--model", to_bytes(*result.model));
  if (arguments.has("report")) outputs.put("--report", report_text(data, result));
  seconds.total = total.seconds();
  if (arguments.has("summary")) outputs.put("--summary", summary_json(data, choice, result, seconds));
  outputs.commit();
  tell_clusters(data, result, session);
  if (const std::string written = outputs.sentence(); !written.empty()) session.say(written);
  return verdict(choice, result, session);
}

}  // namespace

Command fit_command() {
  Flag weights{"weights", "COLUMN",
               "column (name or number) of counts: a row of weight 3 is that row three times", "Columns"};
  std::vector<Flag> library = library_flags();
  const std::vector<Flag> first = {library.front()};  // the number of clusters
  library.erase(library.begin());
  return {"fit",
          "Find clusters in a table",
          {{"DATA",
            "CSV, TSV, NPY, ARFF, LIBSVM or HDF5 (file.h5:/dataset); .gz and .zst are unpacked; - is "
            "standard input"}},
          joined({first,
                  output_descriptions(),
                  column_flags(),
                  {weights, missing_flag()},
                  reading_flags(),
                  library,
                  common_flags()}),
          {{"scpp fit data.csv -k 10 --labels labels.csv", "labels for ten clusters"},
           {"scpp fit data.csv -k auto --report report.html", "as many clusters as the data show"},
           {"scpp fit data.csv -k 10 --truth class --report report.html", "scores and a page to look at"},
           {"scpp fit cells.h5ad:/X -k 8 --model cells.scpp --missing mean", "a model for predict"}},
          run_fit};
}

}  // namespace scpp::cli
