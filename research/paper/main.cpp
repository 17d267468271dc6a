// scpp-paper: the experimental section of the paper beside our own numbers.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "paper/pages.hpp"
#include "paper/studies.hpp"
#include "scpp/errors.hpp"

namespace {

using namespace scpp;
using namespace scpp::paper;

constexpr const char* usage =
    R"(usage: scpp-paper table|figures|microclusters|margin|all --data DIR --out DIR [options]

  table          purity and NMI of all methods on all data sets present, beside the paper's
  figures        the paper's pictures of fitted models
  microclusters  the two studies of section 6.4 on random mixtures
  margin         yeast with decreasing sigma
  all            everything

  --data DIR           folder with NAME.csv or NAME.csv.gz (scripts/fetch-data makes one)
  --out DIR            receives index.html, results.md, the figures, and cells/ (what is there is not computed again)
  --only SET           this data set alone; may be repeated
  --methods A,B,...    of scpp, drsc, sc-pc, sc-ic, sc, isvr, scpp-default, scpp-best (these by default), kmeans,
                       scpp-standard, scpp-kway, scpp-margin
  --jobs N             cells at a time (default: every core)
  --drsc-limit SECONDS CPU time after which DRSC is given up and shown as "-" (default 500)
)";

struct Request {
  std::string command, out;
  StudyOptions study;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

double positive_number(const std::string& option, const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != text.size() || !(value > 0))
    throw InvalidArgument(option + " needs a positive number, not '" + text + "'");
  return value;
}

void set_option(Request& request, const std::string& option, const std::string& value) {
  if (option == "--data")
    request.study.data = value;
  else if (option == "--out")
    request.out = value;
  else if (option == "--only")
    request.study.only.push_back(paper_set(value).name);
  else if (option == "--jobs")
    request.jobs = static_cast<int>(std::max(1.0, positive_number(option, value)));
  else if (option == "--drsc-limit")
    request.study.drsc_limit = positive_number(option, value);
  else if (option == "--methods")
    request.study.methods = split_at_commas(value);
  else
    throw InvalidArgument("there is no option " + option);
}

Request parse(int argc, char** argv) {
  Request request;
  request.command = argc > 1 ? argv[1] : "";
  const std::vector<std::string> commands = {"table", "figures", "microclusters", "margin", "all"};
  if (std::ranges::find(commands, request.command) == commands.end())
    throw InvalidArgument("the first argument must be table, figures, microclusters, margin or all");
  for (int i = 2; i < argc; i += 2) {
    if (i + 1 == argc) throw InvalidArgument(std::string(argv[i]) + " needs a value");
    set_option(request, argv[i], argv[i + 1]);
  }
  if (request.study.data.empty() || request.out.empty()) throw InvalidArgument("--data and --out are needed");
  const std::vector<std::string> known = known_methods();
  for (const std::string& method : request.study.methods)
    if (std::ranges::find(known, method) == known.end())
      throw InvalidArgument("--methods knows no '" + method + "'");
  if (request.command != "microclusters" && sets_of(request.study).empty())
    throw FileError(request.study.data + " has none of the paper's data sets that were asked for");
  return request;
}

std::vector<CellTask> tasks_of(const Request& request) {
  std::vector<CellTask> tasks;
  const auto add = [&](const char* command, auto make) {
    if (request.command != command && request.command != "all") return;
    for (CellTask& task : make()) tasks.push_back(std::move(task));
  };
  add("table", [&] { return table_tasks(request.study); });
  add("figures", [&] { return figure_tasks(request.study); });
  add("margin", [&] { return margin_tasks(request.study); });
  add("microclusters", [] { return micro_tasks(); });
  return tasks;
}

void show(const RunProgress& progress) {
  std::fprintf(stderr, "[%zu of %zu] %s: %s", progress.done, progress.total, progress.key.c_str(),
               progress.outcome.c_str());
  if (progress.done < progress.total && progress.seconds_left >= 0)
    std::fprintf(stderr, "; about %.0f min left", progress.seconds_left / 60);
  std::fprintf(stderr, "\n");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 1 && (std::string(argv[1]) == "--help" || std::string(argv[1]) == "-h")) {
    std::cout << usage;
    return 0;
  }
  const Request request = parse(argc, argv);
  const CellStore store(request.out);
  run_cells(tasks_of(request), store, request.jobs, show);
  write_pages(collect_study(store, request.study), request.out);
  std::cout << request.out << "/index.html\n";
  return 0;
} catch (const scpp::InvalidArgument& error) {
  std::fprintf(stderr, "scpp-paper: %s (scpp-paper --help says more)\n", error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "scpp-paper: %s\n", error.what());
  return 1;
}
