// The commands fit and suggest, which cluster a table.
#include <algorithm>
#include <iostream>

#include "clustering.hpp"
#include "output.hpp"
#include "scpp/report.hpp"
#include "scpp/suggest.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

struct Alias {
  std::string word;
  std::string parameter;
  std::string value;
};

/// Names that the paper's tables use, in terms of the library's options.
const std::vector<Alias>& aliases() {
  static const std::vector<Alias> all = {{"scpp", "method", "divisive"},
                                         {"scpp-standard", "laplacian", "standard"},
                                         {"scpp-margin", "method", "margin"},
                                         {"scpp-kway", "method", "kway"}};
  return all;
}

std::string heading_of(const std::string& group) {
  if (group == "main") return "Method";
  if (group == "pursuit") return "Search for a projection";
  if (group == "split") return "Split of a node";
  if (group == "tree") return "Tree";
  return "Run";
}

/// The library's method parameter takes the paper's names as well.
void add_method_words(Flag& method) {
  for (const Alias& alias : aliases()) method.values += "|" + alias.word;
  method.refused = "kmeans|sc|sc-pc|sc-ic|drsc|isvr";
  method.refusal =
      "is one of the paper's rivals, which scpp does not run; scpp-paper run does (built in a checkout from "
      "research/)";
}

/// Where nobody says how many clusters there are, the data decide.
FitOptions usual_options() {
  FitOptions options;
  options.clusters = choose_clusters;
  return options;
}

/// One flag for each parameter of the library.
std::vector<Flag> library_flags() {
  std::vector<Flag> flags;
  for (const Parameter& parameter : parameters()) {
    Flag flag{parameter.name, "VALUE", parameter.sentence, heading_of(parameter.group)};
    flag.values = parameter.values;
    flag.default_value = parameter.get(usual_options());
    if (parameter.name == "method") add_method_words(flag);
    if (parameter.name == "clusters") {
      flag.letter = 'k';
      flag.value = "K";
      flag.group = "The three that matter";
    }
    flags.push_back(flag);
  }
  return flags;
}

std::vector<Flag> output_flags() {
  return {
      {"labels", "OUT.csv", "write the cluster of each row; - is standard output", "The three that matter"},
      {"report", "OUT.html", "write an interactive report, a single HTML file", "The three that matter"},
      scores_flag(),
      {"model", "OUT.scpp", "write the model, for predict, show, cut and report", "More output"},
      {"summary", "OUT.json", "write a summary of the result for other programs", "More output"}};
}

/// Scores and counts; the times are still to be told.
Answer answer_of(const DataSet& data, const Fit& found) {
  Answer answer{data.path, {data.table.rows(), data.table.columns(), 0, 0, 0, {}}, {}};
  answer.facts.scores = scores_of(found.labels, data.truth);
  answer.rows_of_label.resize(found.model.tree.clusters());
  for (const auto label : found.labels) ++answer.rows_of_label[label];
  return answer;
}

std::string report_text(const DataSet& data, const Clustering& result) {
  return report_html({result.fit.model, data.table.values, result.fit.labels, data.title(), data.truth.of_row,
                      data.truth.names, data.notes, result.seconds, data.weights});
}

std::string labels_of_fit(const DataSet& data, const Fit& found, const Arguments& arguments) {
  MoreColumns more;
  if (arguments.has("scores")) more.confidence = confidence(found.model, data.table.values);
  return labels_text(data, found.labels, more);
}

int run_fit(const Arguments& arguments, Session& session) {
  const Stopwatch total;
  const FitOptions options = options_from(arguments);
  const ReadOptions reading = read_options(arguments);
  const std::optional<Index> memory = memory_from(arguments);
  // What does not depend on the data is refused before the data are read.
  if (const auto labels = arguments.value("labels")) require_csv_name("--labels", *labels);
  if (arguments.has("scores") && !arguments.has("labels"))
    throw UsageError("--scores adds columns to the file of --labels, which is not given");
  if (arguments.has("report") && !has_report_page())
    throw UsageError("--report is not possible: scpp was built without its report page");
  if (arguments.has("report") && options.clusters > most_clusters_drawn)
    throw UsageError("--report draws at most " + std::to_string(most_clusters_drawn) +
                     " clusters; leave it out, and use scpp report -k on the model");
  Outputs outputs(session, arguments, {arguments.operand(0)});
  for (const std::string flag : {"labels", "model", "report", "summary"})
    if (const auto path = arguments.value(flag)) outputs.plan("--" + flag, *path);
  if (memory) return fit_in_blocks(arguments, options, *memory, outputs, session);

  const DataSet data = read_rows(arguments, reading, session);
  const double seconds_reading = total.seconds();
  const Clustering result = cluster(data, options, session);
  const Model& model = result.fit.model;
  if (arguments.has("labels")) outputs.put("--labels", labels_of_fit(data, result.fit, arguments));
  if (arguments.has("model")) outputs.put("--model", to_bytes(model));
  if (arguments.has("report")) outputs.put("--report", report_text(data, result));
  Answer answer = answer_of(data, result.fit);
  answer.facts.seconds_reading = seconds_reading;
  answer.facts.seconds_fitting = result.seconds;
  answer.facts.seconds_in_all = total.seconds();
  if (arguments.has("summary")) outputs.put("--summary", summary_json(model, answer.facts));
  outputs.commit();
  return tell(answer, model, outputs, session);
}

std::string note_of(const Suggestion& suggestion, int clusters) {
  if (clusters == suggestion.clusters) return "suggested";
  const bool near = std::ranges::find(suggestion.nearly, clusters) != suggestion.nearly.end();
  return near ? "nearly as good" : "";
}

void print_trials(const Suggestion& suggestion) {
  std::cout << "clusters   clarity   modularity\n";
  for (const Trial& trial : suggestion.trials) {
    const std::string note = note_of(suggestion, trial.clusters);
    const std::string line = right(std::to_string(trial.clusters), 8) +
                             right(two_decimals(trial.clarity), 10) +
                             right(two_decimals(trial.modularity), 13) + (note.empty() ? "" : "   " + note);
    std::cout << (note == "suggested" ? styled(line, Style::bold) : line) << '\n';
  }
}

/// The command that gives what was tested.
std::string next_command(const Arguments& arguments, int clusters) {
  return "scpp fit " + for_shell(arguments.operand(0)) + " -k " + std::to_string(clusters) +
         arguments.options_text() + " --report report.html";
}

int run_suggest(const Arguments& arguments, Session& session) {
  if (arguments.value_or("method", "").ends_with("kway"))
    throw UsageError("method kway cannot suggest a number of clusters; divisive and margin can");
  FitOptions options = options_from(arguments);
  options.clusters = choose_clusters;
  blaming_command_line([&] { options.validate(); });
  const DataSet data = read_rows(arguments, read_options(arguments), session);
  const Suggestion suggestion = [&] {
    ProgressLine progress(session);
    return suggest(data.table.values, options, data.weights, progress.observer());
  }();
  if (!suggestion.trials.empty()) print_trials(suggestion);
  std::cout << styled(counted(suggestion.clusters, "cluster"), Style::bold) << ": " << suggestion.reason
            << '\n';
  if (suggestion.clusters > 1) std::cout << "next: " << next_command(arguments, suggestion.clusters) << '\n';
  return 0;
}

}  // namespace

FitOptions options_from(const Arguments& arguments) {
  return blaming_command_line([&] {
    FitOptions options = usual_options();
    const std::string method = arguments.value_or("method", "");
    const auto alias = std::ranges::find(aliases(), method, &Alias::word);
    if (alias != aliases().end()) find_parameter(alias->parameter)->set(options, alias->value);
    for (const Parameter& parameter : parameters())
      if (const auto value = arguments.value(parameter.name))
        if (parameter.name != "method" || alias == aliases().end()) parameter.set(options, *value);
    options.validate();
    return options;
  });
}

DataSet read_rows(const Arguments& arguments, const ReadOptions& reading, Session& session) {
  DataSet data = read_data(arguments.operand(0), arguments, reading, session);
  warn_of_suspects(data.table, session);
  settle_missing(data, missing_rule(arguments.value_or("missing", to_word(MissingRule{}))),
                 "--missing mean, median, drop-row or drop-column says what to do with them", session);
  require_usable(data);
  return data;
}

Command fit_command() {
  Flag weights{"weights", "COLUMN",
               "column (name or number) of row weights: a row of weight 3 counts as three equal rows",
               "Columns"};
  std::vector<Flag> library = library_flags();
  const std::vector<Flag> first = {library.front()};  // the number of clusters
  library.erase(library.begin());
  return {
      "fit",
      "Find clusters in a table",
      {{"DATA",
        "CSV, TSV, NPY, NPZ, ARFF, LIBSVM or HDF5 (file.h5:/dataset), also packed as .gz or .zst; - is "
        "standard input"}},
      joined({first,
              output_flags(),
              column_flags(),
              {id_flag(), weights, missing_flag()},
              reading_flags(),
              library,
              {memory_flag()},
              common_flags()}),
      {{"scpp fit data.csv -k 10 --labels labels.csv", "find ten clusters and write their labels"},
       {"scpp fit data.csv -k auto --report report.html", "let the data decide how many clusters there are"},
       {"scpp fit data.csv -k 10 --truth class --report report.html",
        "compare with known classes and write a report"},
       {"scpp fit large.npy -k 20 --memory 1G --labels labels.csv",
        "cluster a file that is larger than the memory"},
       {"scpp fit cells.h5ad:/X -k 8 --model cells.scpp --missing mean",
        "fill missing cells and keep a model for new rows"}},
      run_fit};
}

Command suggest_command() {
  std::vector<Flag> library = library_flags();
  std::erase_if(library, [](const Flag& flag) { return flag.name == "clusters"; });
  return {"suggest",
          "Suggest how many clusters a table has, and say why",
          {{"DATA", "a table, as for fit"}},
          joined({column_flags(), {missing_flag()}, reading_flags(), library, common_flags()}),
          {{"scpp suggest data.csv", "how clear 2, 3, ... clusters would be"},
           {"scpp fit data.csv -k auto --report report.html", "the same, with a report"}},
          run_suggest};
}

}  // namespace scpp::cli
