#include "model_argument.hpp"

#include <iostream>
#include <iterator>

#include "input.hpp"

namespace scpp::cli {
namespace {

Model load_from(const std::string& path) {
  if (path != "-") return load(path);
  const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
  return from_bytes(bytes, "standard input");
}

}  // namespace

Operand model_operand() { return {"MODEL", "a file that fit --model wrote; - is standard input"}; }

Flag clusters_flag(const std::string& sentence) {
  return {"clusters", "K", sentence, "Main options", 'k', false, ">= 1"};
}

std::optional<int> clusters_from(const Arguments& arguments) {
  const auto text = arguments.value("clusters");
  if (!text) return {};
  FitOptions options;
  try {
    find_parameter("clusters")->set(options, *text);
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
  if (options.clusters == choose_clusters) throw UsageError("clusters is auto, but a model has its number of clusters");
  return options.clusters;
}

Model load_cut(const std::string& path, std::optional<int> clusters) {
  Model model = load_from(path);
  if (!clusters) return model;
  const Index found = model.tree.clusters();
  if (*clusters > found)
    throw UsageError("clusters is " + std::to_string(*clusters) + ", but " + path + " has only " +
                     std::to_string(found));
  return cut(model, *clusters);
}

ReadOptions read_options_for_model(const Arguments& arguments) {
  ReadOptions options = read_options(arguments);
  if (!arguments.has("text")) options.other_text = TextRule::drop;
  return options;
}

}  // namespace scpp::cli
