#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "paper/studies.hpp"
#include "rivals/spectral_clustering.hpp"
#include "scpp/errors.hpp"
#include "scpp/scpp.hpp"

namespace scpp::paper {
namespace {

FitOptions options_for(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;              // cells run side by side
  options.quality = Quality::fast;  // one search a split, as in the paper
  return options;
}

Json scored(const std::vector<std::int32_t>& labels, const LabelledTable& data) {
  const Scores scores = score(labels, data.classes);
  return {{"purity", scores.purity}, {"nmi", scores.nmi}};
}

Json scpp_cell(const LabelledTable& data, FitOptions options, const std::string& method) {
  if (method == "scpp-standard") options.split.pursuit.laplacian = Laplacian::standard;
  if (method == "scpp-kway") options.method = Method::kway;
  if (method == "scpp-margin") options.method = Method::margin;
  if (method == "scpp-default") options.quality = Quality::standard;
  const Fit found = fit(data.table.values, options);
  Json cell = scored(found.labels, data);
  cell["choice"] = std::to_string(found.model.tree.clusters()) + " clusters";
  return cell;
}

/// The paper reports the better of {least distortion over sigma, local scaling}, measure by measure.
Json spectral_cell(const LabelledTable& data, const FitOptions& options, const std::string& method) {
  const RowMatrix rows = rows_for_rival(data.table.values, options);
  const auto candidates = candidates_of(method, rows, options.clusters, [](const std::string&) {});
  Json all = Json::array();
  for (const SpectralCandidate& candidate : candidates) {
    Json entry = candidate.usable() ? scored(candidate.labels, data) : Json{{"trouble", candidate.trouble}};
    entry["scale"] = candidate.scale;
    entry["distortion"] = candidate.distortion;
    all.push_back(std::move(entry));
  }
  const SpectralCandidate& least = least_distortion(candidates);
  Json cell = scored(least.labels, data);
  cell["choice"] = least.scale;
  cell["least_distortion"] = {{"scale", least.scale}, {"purity", cell["purity"]}, {"nmi", cell["nmi"]}};
  if (const Json& local = all.back(); local.contains("purity")) {
    if (local["nmi"] > cell["nmi"]) cell["choice"] = "local scaling";
    for (const char* measure : {"purity", "nmi"})
      cell[measure] = std::max(cell[measure].get<double>(), local[measure].get<double>());
  }
  cell["candidates"] = std::move(all);
  return cell;
}

Json rival_cell(const LabelledTable& data, const FitOptions& options, const std::string& method) {
  const RivalResult found = run_rival(method, data.table.values, options);
  Json cell = scored(found.labels, data);
  cell["choice"] = found.choice;
  cell["trace"] = found.trace;
  return cell;
}

/// Work of a method relative to others at the same size; only orders the cells and feeds the estimate.
double effort_of(const PaperSet& set, const std::string& method) {
  const double pairs = 1e-6 * set.rows * set.rows, k = set.clusters;
  if (method == "drsc") return 5 * pairs * k;
  if (method.rfind("sc-", 0) == 0 || method == "sc") return 3 * pairs * std::max(1.0, k / 8);
  if (method == "isvr") return 2 * pairs;
  return 1e-3 * set.rows * k;
}

}  // namespace

const std::vector<std::string>& further_methods() {
  static const std::vector<std::string> all = {"scpp-default"};
  return all;
}

std::vector<std::string> known_methods() {
  std::vector<std::string> all;
  for (const PaperMethod& rival : paper_methods()) all.push_back(rival.method);
  for (const std::string& further : further_methods()) all.push_back(further);
  for (const char* rest : {"kmeans", "scpp-standard", "scpp-kway", "scpp-margin"}) all.push_back(rest);
  return all;
}

std::vector<std::string> methods_of(const StudyOptions& options) {
  if (!options.methods.empty()) return options.methods;
  std::vector<std::string> all;
  for (const PaperMethod& rival : paper_methods()) all.push_back(rival.method);
  for (const std::string& further : further_methods()) all.push_back(further);
  return all;
}

std::vector<std::string> sets_of(const StudyOptions& options) {
  std::vector<std::string> names;
  for (const PaperSet& set : paper_sets()) {
    const bool wanted =
        options.only.empty() || std::ranges::find(options.only, set.name) != options.only.end();
    if (wanted && path_of_set(options.data, set.name)) names.push_back(set.name);
  }
  return names;
}

std::string table_key(const std::string& set, const std::string& method) {
  return "table/" + set + "/" + method;
}

Json table_cell(const std::string& folder, const std::string& set, const std::string& method) {
  const LabelledTable data = load_set(folder, set);
  const FitOptions options = options_for(paper_set(set).clusters);
  const ScopedThreads threads(options.threads);
  if (method.rfind("scpp", 0) == 0) return scpp_cell(data, options, method);
  if (method == "sc" || method == "sc-pc" || method == "sc-ic") return spectral_cell(data, options, method);
  return rival_cell(data, options, method);
}

std::vector<CellTask> table_tasks(const StudyOptions& options) {
  std::vector<CellTask> tasks;
  for (const std::string& set : sets_of(options))
    for (const std::string& method : methods_of(options)) {
      CellTask task{table_key(set, method), effort_of(paper_set(set), method), 3600,
                    [=, data = options.data] { return table_cell(data, set, method); }};
      if (method == "drsc") task.cpu_limit = options.drsc_limit;
      tasks.push_back(std::move(task));
    }
  return tasks;
}

}  // namespace scpp::paper
