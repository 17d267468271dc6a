#include "paper/pages.hpp"

#include <filesystem>

#include "scpp/atomic_file.hpp"
#include "paper/figure_study.hpp"
#include "paper/micro_study.hpp"

namespace scpp::paper {
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
