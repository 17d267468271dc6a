// How well probabilities tell strays: rows that are neither in the main cluster of their class nor of the
// main class of their cluster. One line a data set: the share of pairs (stray, other row) in which the stray
// has the smaller probability (the area under the curve), and the verdict of the fit.
//   confidence DATA_DIR [--only NAME]... [--set NAME=VALUE]...
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "paper/data_sets.hpp"
#include "paper/run.hpp"
#include "scpp/scpp.hpp"
#include "support/paper_sets.hpp"

namespace {

std::vector<bool> strays(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& classes) {
  const auto table = scpp::confusion_table(labels, classes);
  std::vector<std::size_t> main_class, main_cluster(table[0].size(), 0);
  for (const auto& row : table) main_class.push_back(std::ranges::max_element(row) - row.begin());
  for (std::size_t kind = 0; kind < main_cluster.size(); ++kind)
    for (std::size_t cluster = 1; cluster < table.size(); ++cluster)
      if (table[cluster][kind] > table[main_cluster[kind]][kind]) main_cluster[kind] = cluster;
  std::vector<bool> result;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const std::size_t cluster = labels[row], kind = classes[row];
    result.push_back(main_class[cluster] != kind && main_cluster[kind] != cluster);
  }
  return result;
}

/// By ranks; equal values count half.
double area_under_curve(const std::vector<double>& values, const std::vector<bool>& is_stray) {
  std::vector<double> others, stray;
  for (std::size_t row = 0; row < values.size(); ++row)
    (is_stray[row] ? stray : others).push_back(values[row]);
  std::ranges::sort(others);
  double right = 0;
  for (const double value : stray) {
    const auto [low, high] = std::ranges::equal_range(others, value);
    right += static_cast<double>(others.end() - high) + static_cast<double>(high - low) / 2;
  }
  return right / (static_cast<double>(stray.size()) * static_cast<double>(others.size()));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: confidence DATA_DIR [--only NAME]... [--set NAME=VALUE]...\n");
    return 2;
  }
  scpp::FitOptions options;
  std::vector<std::string> only;
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--only") only.push_back(argv[i + 1]);
    if (std::string(argv[i]) == "--set") scpp::paper::apply_setting(options, argv[i + 1]);
  }
  double sum = 0;
  int sets = 0;
  for (const scpp::PaperSet& set : scpp::paper_sets) {
    if (only.empty() ? !set.nine : std::ranges::find(only, set.name) == only.end()) continue;
    const scpp::paper::LabelledTable data = scpp::paper::load_set(argv[1], set.name);
    options.clusters = set.clusters;
    const scpp::TableView table = data.table.values;
    const scpp::Fit fit = scpp::fit(table, options);
    const scpp::Confidence confidence = scpp::confidence(fit.model, table);
    const std::vector<bool> is_stray = strays(fit.labels, data.classes);
    const double area = area_under_curve(confidence.probability, is_stray);
    double mean = 0;
    for (const double value : confidence.probability) mean += value / static_cast<double>(is_stray.size());
    std::printf("%s: strays %td of %zu, area %.3f, mean probability %.3f, accuracy %.3f; %s\n", set.name,
                std::ranges::count(is_stray, true), is_stray.size(), area, mean,
                scpp::score(fit.labels, data.classes).accuracy, scpp::verdict(fit.model).sentence.c_str());
    sum += area;
    ++sets;
  }
  std::printf("mean %.4f\n", sum / sets);
} catch (const std::exception& error) {
  std::fprintf(stderr, "confidence: %s\n", error.what());
  return 1;
}
