// Fits the paper's data sets and prints purity, NMI, time and evaluations beside the paper's own figures.
//   datasets DATA_DIR [--set NAME=VALUE]... [--only NAME]...
// Times are CPU seconds of one thread (--set threads=N for more), which other work on the machine hardly
// moves.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "paper/data_sets.hpp"
#include "paper/run.hpp"
#include "scpp/scpp.hpp"
#include "support/paper_sets.hpp"

namespace {

using DataSet = scpp::PaperSet;

struct Mean {
  double purity = 0, nmi = 0, paper_purity = 0, paper_nmi = 0, seconds = 0;
  int count = 0;

  void add(const DataSet& set, const scpp::Scores& scores, double time) {
    purity += scores.purity;
    nmi += scores.nmi;
    paper_purity += set.purity;
    paper_nmi += set.nmi;
    seconds += time;
    ++count;
  }
  void print(const char* title) const {
    if (count == 0) return;
    std::printf("%-20s %6.4f %6.4f   %5.3f %5.3f   %+6.3f   %8.3f s in all\n", title, purity / count,
                nmi / count, paper_purity / count, paper_nmi / count, (nmi - paper_nmi) / count, seconds);
  }
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: datasets DATA_DIR [--set NAME=VALUE]... [--only NAME]...\n");
    return 2;
  }
  scpp::FitOptions options;
  options.threads = 1;
  std::vector<std::string> only;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string flag = argv[i], value = argv[i + 1];
    if (flag == "--only") only.push_back(value);
    if (flag == "--set") scpp::paper::apply_setting(options, value);
  }
  Mean nine, eleven, stand_ins;
  std::printf("%-20s purity  nmi     paper p  nmi   nmi diff   seconds  evaluations  clusters\n", "data");
  for (const DataSet& set : scpp::paper_sets) {
    if (!only.empty() && std::find(only.begin(), only.end(), set.name) == only.end()) continue;
    if (!scpp::paper::path_of_set(argv[1], set.name)) {
      std::printf("%-20s skipped: no %s.csv or .csv.gz in %s\n", set.name, set.name, argv[1]);
      continue;
    }
    const scpp::paper::LabelledTable data = scpp::paper::load_set(argv[1], set.name);
    options.clusters = set.clusters;
    const std::clock_t begin = std::clock();
    const scpp::Fit fit = scpp::fit(data.table.values, options);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::size_t evaluations = 0;
    for (const auto& node : fit.model.tree.nodes)
      if (node.split) evaluations += node.split->evaluations;
    const scpp::Scores scores = scpp::score(fit.labels, data.classes);
    std::printf("%-20s %6.4f %6.4f   %5.2f %5.2f   %+6.3f   %8.3f   %8zu   %3zu\n", set.name, scores.purity,
                scores.nmi, set.purity, set.nmi, scores.nmi - set.nmi, seconds, evaluations,
                fit.model.tree.clusters());
    std::fflush(stdout);
    if (set.nine) nine.add(set, scores, seconds);
    (set.exact ? eleven : stand_ins).add(set, scores, seconds);
  }
  nine.print("mean of the nine");
  eleven.print("mean of the eleven");
  stand_ins.print("mean of stand-ins");
} catch (const std::exception& error) {
  std::fprintf(stderr, "datasets: %s\n", error.what());
  return 1;
}
