// scpp-paper: the experimental section of the paper beside our own numbers, and each of its systems on a
// file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "paper/pages.hpp"
#include "paper/run.hpp"
#include "scpp/errors.hpp"

namespace {

using namespace scpp;
using namespace scpp::paper;

struct Request {
  std::string out;
  StudyOptions study;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  RunRequest run;
};

std::string joined(const std::vector<std::string>& words) { return CLI::detail::join(words, ", "); }

void add_study_options(CLI::App& command, Request& request) {
  std::vector<std::string> sets;
  for (const PaperSet& set : paper_sets()) sets.push_back(set.name);
  command
      .add_option("--data", request.study.data,
                  "folder with NAME.csv or NAME.csv.gz (scripts/fetch-data makes one)")
      ->required();
  command
      .add_option(
          "--out", request.out,
          "receives index.html, results.md, the figures, and cells/ (what is there is not computed again)")
      ->required();
  command.add_option("--only", request.study.only, "this data set alone; may be repeated")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(sets));
  command
      .add_option("--methods", request.study.methods,
                  "some of " + joined(known_methods()) + " (by default " + joined(methods_of({})) + ")")
      ->delimiter(',')
      ->check(CLI::IsMember(known_methods()));
  command.add_option("--jobs", request.jobs, "cells at a time (default: every core)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--drsc-limit", request.study.drsc_limit,
                  "seconds of CPU time after which DRSC is given up and shown as \"-\"")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

void add_run_options(CLI::App& command, RunRequest& run) {
  command.add_option("DATA", run.data, "the table: CSV, NPY, ARFF, LIBSVM or HDF5")->required();
  command.add_option("--method", run.method, "one of " + joined(run_methods()))
      ->required()
      ->check(CLI::IsMember(run_methods()));
  command.add_option("-k,--clusters", run.clusters, "how many clusters")
      ->required()
      ->check(CLI::PositiveNumber);
  command.add_option("--truth", run.truth, "column of the known classes; adds scores");
  command.add_option("--labels", run.labels, "CSV file for the label of each row");
  command
      .add_option("--set", run.settings,
                  "NAME=VALUE, an option of the library (scpp fit --help names all); may be repeated")
      ->allow_extra_args(false);
}

std::vector<CellTask> tasks_of(const std::string& command, const StudyOptions& study) {
  std::vector<CellTask> tasks;
  const auto add = [&](const char* name, auto make) {
    if (command != name && command != "all") return;
    for (CellTask& task : make()) tasks.push_back(std::move(task));
  };
  add("table", [&] { return table_tasks(study); });
  add("figures", [&] { return figure_tasks(study); });
  add("margin", [&] { return margin_tasks(study); });
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

void run_study(const std::string& command, const Request& request) {
  if (command != "microclusters" && sets_of(request.study).empty())
    throw FileError(request.study.data + " has none of the paper's data sets that were asked for");
  const CellStore store(request.out);
  run_cells(tasks_of(command, request.study), store, request.jobs, show);
  write_pages(collect_study(store, request.study), request.out);
  std::cout << request.out << "/index.html\n";
}

int run_command(int argc, char** argv) {
  CLI::App app("The paper's experiments beside our own numbers, and each of its systems on a file.",
               "scpp-paper");
  app.require_subcommand(1);
  Request request;
  const std::pair<const char*, const char*> studies[] = {
      {"table", "purity and NMI of all methods on all data sets present, beside the paper's"},
      {"figures", "the paper's pictures of fitted models"},
      {"microclusters", "the two studies of section 6.4 on random mixtures"},
      {"margin", "yeast with decreasing sigma"},
      {"all", "everything"}};
  for (const auto& [name, sentence] : studies)
    add_study_options(*app.add_subcommand(name, sentence), request);
  add_run_options(*app.add_subcommand("run", "one of the paper's six systems on a file"), request.run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "run")
    run_on_file(request.run, std::cout);
  else
    run_study(command, request);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  return run_command(argc, argv);
} catch (const scpp::InvalidArgument& error) {
  std::fprintf(stderr, "scpp-paper: %s (scpp-paper --help says more)\n", error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "scpp-paper: %s\n", error.what());
  return 1;
}
