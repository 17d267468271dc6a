#include "paper/pages.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "scpp/atomic_file.hpp"

namespace scpp::paper {

namespace {

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

std::string title_of(const std::string& method) {
  const auto found = std::ranges::find(paper_methods(), method, &PaperMethod::method);
  return found == paper_methods().end() ? method : found->title;
}

std::string two_digits(const std::optional<double>& value) { return value ? formatted("%.2f", *value) : "-"; }

std::string duration(double seconds) {
  return seconds < 100 ? formatted("%.1f s", seconds) : formatted("%.1f min", seconds / 60);
}

std::string cost(const ResultCell& cell) {
  if (!cell.computed) return "-";
  return duration(cell.seconds) + ", " + std::to_string(static_cast<int>(cell.peak_mb)) + " MB";
}

std::string agreement_sentence(const Results& results) {
  const auto [close, total] = results.agreement({"sc-pc", "sc-ic", "sc", "isvr"}, 0.05);
  return std::to_string(close) + " of " + std::to_string(total) +
         " computed cells of SC_PC, SC_IC, SC and iSVR_G on the paper's own data are within 0.05 of the "
         "paper in both "
         "measures, or better.";
}

std::string magnitude(const Json& value) {
  return value.is_number() ? formatted("%.3g", value.get<double>()) : "infinite";
}

std::string count_of(const Json& holder, const char* name) { return std::to_string(holder.value(name, 0)); }

std::string cost_sentence(double cpu_seconds) {
  return "All cells of this run, each on one core, took " + formatted("%.0f", cpu_seconds / 60) +
         " CPU minutes together.";
}

namespace {

void append_figures(Json& all, const Json& more) { all.insert(all.end(), more.begin(), more.end()); }

std::vector<CellTask> joined(const std::vector<std::vector<CellTask>>& parts) {
  std::vector<CellTask> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

void write_file(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

Study collect_study(const CellStore& store, const StudyOptions& options) {
  const Results all = collect_results(store, options);
  Study study{columns_of_paper(all, true), columns_of_paper(all, false), Json::array(), micro_summary(store)};
  append_figures(study.figures, box_figures(store, options));
  const std::vector<CellTask> drawn = joined({figure_tasks(options), margin_tasks(options)});
  for (const CellTask& task : drawn)
    if (const auto cell = store.read(task.key); cell && cell->contains("figures"))
      append_figures(study.figures, (*cell)["figures"]);
  append_figures(study.figures, study.microclusters["figures"]);
  for (const CellTask& task : joined({table_tasks(options), drawn, micro_tasks()}))
    if (const auto cell = store.read(task.key)) study.cpu_seconds += cell->value("seconds", 0.0);
  return study;
}

void write_pages(const Study& study, const std::string& out) {
  std::filesystem::create_directories(out);
  write_file(out + "/index.html", html_page(study));
  write_file(out + "/results.md", markdown_page(study));
  for (const Json& figure : study.figures)
    write_file(out + "/" + figure["name"].get<std::string>() + ".svg", figure["svg"]);
}

}  // namespace scpp::paper
