// Reports and edited labels for the tests of the page:
// report_tool generate OUT.html ROWS COLUMNS CLUSTERS [hostile|chain]: of generated blobs, without a fit
// report_tool fit DATA CLASSES CLUSTERS OUT.html OUT.model [WEIGHT]: of a file whose column CLASSES is the
// truth; with WEIGHT every second row counts that often
// report_tool apply MODEL EDITS.json DATA CLASSES OUT.csv: labels as the edited model gives them
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "report/synthetic.hpp"
#include "scpp/io.hpp"
#include "scpp/report.hpp"
#include "scpp/scpp.hpp"

namespace {

using namespace scpp;
using Words = std::vector<std::string>;

void generate(const Words& words) {
  const bool hostile = words.size() > 6 && words[6] == "hostile";
  const bool chain = words.size() > 6 && words[6] == "chain";
  auto made = test::make_synthetic(
      {std::stoul(words.at(3)), std::stoul(words.at(4)), std::stoul(words.at(5)), chain});
  if (hostile) test::make_hostile(made);
  auto input = made.input(hostile ? "</title><script>alert(2)</script>" : "generated blobs");
  if (hostile) input.warnings = made.class_names;
  write_report(input, words.at(2));
}

Table read_with_classes(const std::string& path, const std::string& classes) {
  ReadOptions options;
  options.text_columns = {classes};
  return read_table(path, options);
}

void fit_and_report(const Words& words) {
  const Table table = read_with_classes(words.at(2), words.at(3));
  FitOptions options;
  options.clusters = std::stoi(words.at(4));
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> weights;
  if (words.size() > 7)
    for (Index row = 0; row < table.values.rows(); ++row)
      weights.push_back(row % 2 ? std::stod(words[7]) : 1);
  Fit fitted = fit(table.values, options, weights);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fitted.model.columns = table.names;
  std::map<std::string, std::int32_t> number;
  for (const std::string& name : table.text.at(0).cells) number.emplace(name, 0);
  ReportInput input{.model = fitted.model,
                    .table = table.values,
                    .labels = fitted.labels,
                    .title = std::filesystem::path(words[2]).stem().stem().string(),
                    .truth = {},
                    .class_names = {},
                    .warnings = {},
                    .seconds = took.count(),
                    .weights = weights};
  for (auto& [name, at] : number) {
    at = static_cast<std::int32_t>(input.class_names.size());
    input.class_names.push_back(name);
  }
  std::vector<std::int32_t> truth;
  for (const std::string& name : table.text[0].cells) truth.push_back(number[name]);
  input.truth = truth;
  write_report(input, words.at(5));
  save(fitted.model, words.at(6));
}

void apply(const Words& words) {
  const Edited edited = apply_edits(load(words.at(2)), read_edits(words.at(3)));
  const Table table = read_with_classes(words.at(4), words.at(5));
  std::ofstream out(words.at(6));
  out << "row,cluster,name\n";
  std::size_t row = 0;
  for (const std::int32_t label : assign(edited.model, table.values))
    out << ++row << ',' << label << ',' << edited.names[label] << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const Words words(argv, argv + argc);
  try {
    const std::string& what = words.at(1);
    if (what == "generate")
      generate(words);
    else if (what == "fit")
      fit_and_report(words);
    else if (what == "apply")
      apply(words);
    else
      throw InvalidArgument("what is \"" + what + "\"?");
  } catch (const std::exception& problem) {
    std::cerr << "report_tool: " << problem.what() << '\n';
    return 1;
  }
}
