#include "options.hpp"

#include <algorithm>

#include "rivals/baselines.hpp"

namespace scpp::cli {
namespace {

struct Alias {
  std::string word;
  std::string parameter;
  std::string value;
};

/// Names that the paper's tables use, in terms of the library's options.
const std::vector<Alias>& aliases() {
  static const std::vector<Alias> all = {{"scpp", "method", "divisive"},
                                         {"scpp-standard", "laplacian", "standard"},
                                         {"scpp-margin", "method", "margin"},
                                         {"scpp-kway", "method", "kway"}};
  return all;
}

std::string heading_of(const std::string& group) {
  if (group == "main") return "Method";
  if (group == "pursuit") return "Search for a projection";
  if (group == "split") return "Split of a node";
  if (group == "tree") return "Tree";
  return "Run";
}

std::string method_words(const Parameter& method) {
  std::string words = method.values;
  for (const Alias& alias : aliases()) words += "|" + alias.word;
  for (const Baseline& baseline : baselines()) words += "|" + baseline.name;
  return words;
}

void set(FitOptions& options, const std::string& name, const std::string& value) {
  try {
    find_parameter(name)->set(options, value);
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
}

void set_method(Choice& choice, const std::string& word) {
  choice.method = word;
  const auto alias = std::ranges::find(aliases(), word, &Alias::word);
  if (alias != aliases().end())
    set(choice.options, alias->parameter, alias->value);
  else if (is_baseline(word))
    choice.baseline = word;
  else
    set(choice.options, "method", word);
}

}  // namespace

std::vector<Flag> library_flags() {
  std::vector<Flag> flags;
  for (const Parameter& parameter : parameters()) {
    Flag flag{parameter.name, "VALUE", parameter.sentence, heading_of(parameter.group)};
    flag.values = parameter.values;
    flag.default_value = parameter.get(FitOptions{});
    if (parameter.name == "method") flag.values = method_words(parameter);
    if (parameter.name == "clusters") {
      flag.letter = 'k';
      flag.value = "K";
      flag.group = "The three that matter";
    }
    flags.push_back(flag);
  }
  return flags;
}

Choice choice_from(const Arguments& arguments) {
  Choice choice;
  if (const auto word = arguments.value("method")) set_method(choice, *word);
  for (const Parameter& parameter : parameters())
    if (const auto value = arguments.value(parameter.name); value && parameter.name != "method")
      set(choice.options, parameter.name, *value);
  try {
    choice.options.validate();
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
  if (choice.method.empty()) choice.method = find_parameter("method")->get(choice.options);
  return choice;
}

std::vector<Flag> common_flags() {
  return {{"quiet", "", "print nothing but results and errors", "Run", 'q'},
          {"verbose", "", "tell every step on standard error", "Run", 'v'},
          {"config", "FILE", "read options from lines name = value; the command line wins", "Run"},
          {"help", "", "show this help", "Run", 'h'}};
}

std::vector<Flag> joined(std::vector<std::vector<Flag>> parts) {
  std::vector<Flag> all;
  for (auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace scpp::cli
