#include "answer.hpp"
#include "clustering.hpp"
#include "commands.hpp"
#include "in_blocks.hpp"
#include "labels.hpp"
#include "outputs.hpp"
#include "scpp/report.hpp"
#include "stopwatch.hpp"
#include "summary.hpp"

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

int run_fit(const Arguments& arguments, Session& session) {
  const Stopwatch total;
  const Choice choice = choice_from(arguments);
  const ReadOptions reading = read_options(arguments);
  const std::optional<std::size_t> memory = memory_from(arguments);
  check_request(arguments, choice);
  Outputs outputs(session, {arguments.operand(0)});
  for (const std::string& flag : output_flags)
    if (const auto path = arguments.value(flag)) outputs.plan("--" + flag, *path);
  if (memory) return fit_in_blocks(arguments, choice, *memory, outputs, session);

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
  const Answer answer = answer_of(data, result);
  if (arguments.has("summary")) outputs.put("--summary", summary_json(answer, choice, result, seconds));
  outputs.commit();
  return tell(answer, choice, result, outputs, session);
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
                  {memory_flag()},
                  common_flags()}),
          {{"scpp fit data.csv -k 10 --labels labels.csv", "labels for ten clusters"},
           {"scpp fit data.csv -k auto --report report.html", "as many clusters as the data show"},
           {"scpp fit data.csv -k 10 --truth class --report report.html", "scores and a page to look at"},
           {"scpp fit large.npy -k 20 --memory 1G --labels labels.csv", "a file larger than memory"},
           {"scpp fit cells.h5ad:/X -k 8 --model cells.scpp --missing mean", "a model for predict"}},
          run_fit};
}

}  // namespace scpp::cli
