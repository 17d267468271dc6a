#include <filesystem>

#include "clustering.hpp"
#include "output.hpp"
#include "scpp/generate.hpp"
#include "scpp/report.hpp"
#include "scpp/verdict.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

namespace fs = std::filesystem;

const char* default_folder = "scpp-demo";
const char* marker = ".made-by-scpp-demo";

/// A folder that is new, empty or of an earlier demo; others are not touched.
void claim(const fs::path& folder) {
  std::error_code problem;
  const bool ours = fs::exists(folder / marker, problem);
  if (fs::exists(folder, problem) && !ours &&
      !(fs::is_directory(folder, problem) && fs::is_empty(folder, problem)))
    throw UsageError(folder.string() + " exists and was not made by scpp demo; name another with --folder");
  fs::create_directories(folder, problem);
  if (problem) throw FileError("cannot make the folder " + folder.string() + ": " + problem.message());
}

/// Clusters of different width that part two by two, each time in three columns of its own, under many
/// columns of noise.
GenerateOptions demo_options() {
  GenerateOptions options;
  options.rows = 320;
  options.clusters = 8;
  options.noise_columns = 70;
  options.columns = 3 * (options.clusters - 1) + options.noise_columns;
  options.separation = 6;
  return options;
}

DataSet demo_data(const GenerateOptions& options) {
  Generated made = generate("scales", options);
  DataSet data;
  data.path = "data.csv";
  data.table = std::move(made.table);
  data.truth = {std::move(made.classes), std::move(made.class_names)};
  return data;
}

void write_with_classes(const fs::path& path, const DataSet& data) {
  Table table = data.table;
  TextColumn classes{"class", table.columns(), {}};
  for (const auto label : data.truth.of_row) classes.cells.push_back(data.truth.names[label]);
  table.text.push_back(std::move(classes));
  write_table(path.string(), table);
}

void write_results(const fs::path& folder, const DataSet& data, const Clustering& found,
                   const Arguments& arguments, Session& session) {
  Outputs outputs(session, arguments, {});
  const auto put = [&](const char* name, std::string content) {
    outputs.plan(name, (folder / name).string());
    outputs.put(name, std::move(content));
  };
  put(marker, "scpp demo may overwrite the files in this folder.\n");
  put("labels.csv", labels_text(data, found.fit.labels));
  put("model.scpp", to_bytes(found.fit.model));
  if (has_report_page())
    put("report.html", report_html({found.fit.model,
                                    data.table.values,
                                    found.fit.labels,
                                    "scpp demo",
                                    data.truth.of_row,
                                    data.truth.names,
                                    {},
                                    found.seconds}));
  session.interruption().watch_output((folder / "data.csv").string());
  outputs.commit();
  write_with_classes(folder / "data.csv", data);
}

int run_demo(const Arguments& arguments, Session& session) {
  const fs::path folder = arguments.value_or("folder", default_folder);
  claim(folder);
  const GenerateOptions options = demo_options();
  const DataSet data = demo_data(options);
  session.say(std::to_string(options.rows) + " rows in " + std::to_string(options.columns) +
              " columns: " + std::to_string(options.clusters) +
              " clusters of different widths, each split visible in only 3 columns, and " +
              std::to_string(options.noise_columns) + " columns of noise");
  FitOptions fitting;
  fitting.clusters = static_cast<int>(options.clusters);
  const Clustering found = cluster(data, fitting, session);
  session.say(verdict(found.fit.model).sentence + " (" + seconds_text(found.seconds) + ")");
  session.say(scores_line(*scores_of(found.fit.labels, data.truth)));
  write_results(folder, data, found, arguments, session);
  const bool with_page = has_report_page();
  session.say("wrote data.csv, labels.csv, model.scpp" + std::string(with_page ? " and report.html" : "") +
              " in " + folder.string());
  session.say("next: " + (with_page ? "open " + (folder / "report.html").string() + ", or " : "") +
              "scpp show " + (folder / "model.scpp").string());
  return 0;
}

}  // namespace

Command demo_command() {
  return {"demo",
          "Try it on generated data",
          {},
          joined({{{"folder", "DIR", "folder for the files", "Main options", 0, false, "", default_folder}},
                  common_flags()}),
          {{"scpp demo", "needs no data"}},
          run_demo};
}

}  // namespace scpp::cli
