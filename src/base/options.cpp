#include "scpp/options.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/number_text.hpp"
#include "scpp/errors.hpp"
#include "scpp/index.hpp"

namespace scpp {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view text, std::string_view wanted) {
  std::string shown = text.empty() ? "empty" : std::string(text);
  // A sentence stays one line, whatever was typed.
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  throw InvalidArgument(std::string(name) + " is " + shown + ", but must be " + std::string(wanted));
}

// ---- what is allowed

/// Numbers from `low`, with or without itself, to `high` if there is one.
struct Range {
  double low;
  bool low_allowed;
  std::optional<double> high;
  bool or_zero = false;  // which lets the library choose

  bool holds(double value) const {
    if (or_zero && value == 0) return true;
    return (low_allowed ? value >= low : value > low) && (!high || value <= *high);
  }
  std::string text() const {
    if (!high) return (or_zero ? "0 or " : "") + std::string(low_allowed ? ">= " : "> ") + text_of(low);
    return (low_allowed ? "[" : "(") + text_of(low) + ", " + text_of(*high) + "]";
  }
  std::string wanted() const { return (high ? "in " : "") + text(); }
};

constexpr Range at_least(double low) { return {low, true, {}}; }
constexpr Range zero_or_at_least(double low) { return {low, true, {}, true}; }
constexpr Range above(double low) { return {low, false, {}}; }
constexpr Range from_to(double low, double high) { return {low, true, high}; }
constexpr Range above_to(double low, double high) { return {low, false, high}; }

/// The words of an enumeration, in the order of its values 0, 1, ...
using Words = std::vector<std::string>;

std::string joined(const Words& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : "|") + word;
  return all;
}

// ---- one Parameter from its description; `field` gives the member of a FitOptions

template <class Field>
using ValueOf = std::remove_reference_t<std::invoke_result_t<Field, FitOptions&>>;

template <class Field>
Parameter number(std::string name, std::string group, Range range, std::string sentence, Field field) {
  using Number = ValueOf<Field>;
  const auto set = [name, range, field](FitOptions& options, std::string_view text) {
    const auto value = number_in<Number>(text);
    if (!value)
      refuse(name, text, (std::is_integral_v<Number> ? "an integer " : "a number ") + range.wanted());
    if (!range.holds(static_cast<double>(*value))) refuse(name, text, range.wanted());
    field(options) = *value;
  };
  const auto get = [field](const FitOptions& options) { return text_of(field(options)); };
  return {std::move(name), std::move(group), range.text(), std::move(sentence), get, set};
}

template <class Field>
Parameter choice(std::string name, std::string group, const Words& words, std::string sentence, Field field) {
  using Enum = ValueOf<Field>;
  const auto set = [name, words, field](FitOptions& options, std::string_view text) {
    const auto word = std::find(words.begin(), words.end(), text);
    if (word == words.end()) refuse(name, text, joined(words));
    field(options) = static_cast<Enum>(word - words.begin());
  };
  const auto get = [words, field](const FitOptions& options) {
    const auto at = static_cast<Index>(field(options));
    return at >= 0 && at < std::ssize(words) ? words[at] : std::to_string(at);
  };
  return {std::move(name), std::move(group), joined(words), std::move(sentence), get, set};
}

template <class Field>
Parameter yes_or_no(std::string name, std::string group, std::string sentence, Field field) {
  const auto set = [name, field](FitOptions& options, std::string_view text) {
    const bool yes = text == "yes" || text == "true" || text == "1";
    const bool no = text == "no" || text == "false" || text == "0";
    if (!yes && !no) refuse(name, text, "yes|no|true|false|1|0");
    field(options) = yes;
  };
  const auto get = [field](const FitOptions& options) -> std::string {
    return field(options) ? "yes" : "no";
  };
  return {std::move(name), std::move(group), "yes|no", std::move(sentence), get, set};
}

/// A number, or the word for "as many as there are".
Parameter clusters_parameter() {
  Parameter counted = number(
      "clusters", "main", at_least(1), "how many clusters to find; auto lets the data decide",
      [](auto& o) -> auto& { return o.clusters; });
  counted.values += " or auto";
  counted.get = [text = counted.get](const FitOptions& options) {
    return options.clusters == choose_clusters ? "auto" : text(options);
  };
  counted.set = [set = counted.set](FitOptions& options, std::string_view text) {
    if (text == "auto") {
      options.clusters = choose_clusters;
      return;
    }
    if (!number_in<int>(text)) refuse("clusters", text, "an integer >= 1 or auto");
    set(options, text);
  };
  return counted;
}

std::vector<Parameter> main_parameters() {
  return {
      clusters_parameter(),
      choice(
          "quality", "main", {"fast", "default"},
          "fast: the paper's tree, with one search for each split; default: that tree or communities of "
          "nearest neighbours, whichever separates the rows better, in a metric learned from the data",
          [](auto& o) -> auto& { return o.quality; }),
      choice(
          "method", "main", {"divisive", "margin", "kway"},
          "divisive: two-way splits, one after another; margin: the same with sigma decreasing towards a "
          "large margin; kway: a single split into K clusters",
          [](auto& o) -> auto& { return o.method; }),
      yes_or_no(
          "standardise", "main", "scale every column to unit variance; otherwise columns are only centred",
          [](auto& o) -> auto& { return o.data.standardise; }),
  };
}

std::vector<Parameter> pursuit_parameters() {
  return {
      number(
          "dimensions", "pursuit", at_least(1), "number of dimensions that each node is projected to",
          [](auto& o) -> auto& { return o.split.pursuit.dimensions; }),
      choice(
          "laplacian", "pursuit", {"normalised", "standard"}, "which graph Laplacian to use",
          [](auto& o) -> auto& { return o.split.pursuit.laplacian; }),
      choice(
          "kernel", "pursuit", {"gaussian", "laplace"}, "how similarity decreases with projected distance",
          [](auto& o) -> auto& { return o.split.pursuit.kernel; }),
      choice(
          "parametrisation", "pursuit", {"direct", "polar"},
          "search over the directions themselves or over their polar angles",
          [](auto& o) -> auto& { return o.split.pursuit.parametrisation; }),
      number(
          "omega", "pursuit", at_least(0), "weight of the penalty for directions that are not orthogonal",
          [](auto& o) -> auto& { return o.split.pursuit.omega; }),
      number(
          "delta", "pursuit", above_to(0, 0.5),
          "exponent that shrinks distances to points far outside the bulk of the data",
          [](auto& o) -> auto& { return o.split.pursuit.delta; }),
      number(
          "sigma", "pursuit", at_least(0), "width of the kernel; 0 chooses it by the paper's rule",
          [](auto& o) -> auto& { return o.split.pursuit.sigma; }),
      number(
          "sigma-scale", "pursuit", above(0), "factor on the width that the rule chooses",
          [](auto& o) -> auto& { return o.split.pursuit.sigma_scale; }),
      number(
          "max-steps", "pursuit", at_least(1), "largest number of steps in one minimisation",
          [](auto& o) -> auto& { return o.split.pursuit.max_steps; }),
      number(
          "tolerance", "pursuit", above(0), "stop a minimisation when the gradient is smaller than this",
          [](auto& o) -> auto& { return o.split.pursuit.tolerance; }),
  };
}

std::vector<Parameter> split_parameters() {
  return {
      choice(
          "sketch", "split", {"auto", "never", "always"},
          "group the rows into cells first and cluster the cells; auto does so from 16,000 rows on (50,000 "
          "in "
          "quality fast or with more than 256 columns), if there are at least three times as many rows as "
          "cells",
          [](auto& o) -> auto& { return o.data.sketch; }),
      number(
          "cells", "split", zero_or_at_least(2),
          "approximate number of cells when the rows are grouped first; 0 means 4096, or 200 per cluster "
          "if that is more (at most 20,000)",
          [](auto& o) -> auto& { return o.data.cells; }),
      number(
          "microclusters", "split", at_least(2),
          "number of microclusters that represent the rows of a node, half as many in quality "
          "default; smaller nodes use the rows themselves",
          [](auto& o) -> auto& { return o.split.microclusters; }),
      number(
          "beta-max", "split", above(0),
          "half-width of the inner region to try first, in standard deviations, >= beta-min",
          [](auto& o) -> auto& { return o.split.beta_max; }),
      number(
          "beta-step", "split", above(0), "how much narrower to try after an unbalanced split",
          [](auto& o) -> auto& { return o.split.beta_step; }),
      number(
          "beta-min", "split", above(0), "narrowest half-width to try",
          [](auto& o) -> auto& { return o.split.beta_min; }),
      number(
          "balance", "split", from_to(0, 1),
          "smallest allowed side of a split, as a share of rows / clusters",
          [](auto& o) -> auto& { return o.split.balance; }),
      choice(
          "start", "split", {"principal", "random"}, "where the search for a projection starts",
          [](auto& o) -> auto& { return o.split.start; }),
      number(
          "random-starts", "split", at_least(0),
          "number of additional random starts; the best result is kept",
          [](auto& o) -> auto& { return o.split.random_starts; }),
  };
}

std::vector<Parameter> tree_and_run_parameters() {
  return {
      choice(
          "rule", "tree", {"largest", "least-lambda2", "size-and-lambda2"}, "which leaf is split next",
          [](auto& o) -> auto& { return o.tree.rule; }),
      number(
          "max-clusters", "tree", at_least(1), "largest number of clusters when clusters is auto",
          [](auto& o) -> auto& { return o.tree.max_clusters; }),
      number(
          "threads", "run", at_least(0),
          "number of threads; 0 uses all available cores; the result does not depend on it",
          [](auto& o) -> auto& { return o.threads; }),
      number(
          "seed", "run", at_least(0), "seed for everything that is drawn at random",
          [](auto& o) -> auto& { return o.seed; }),
  };
}

std::vector<Parameter> all_parameters() {
  std::vector<Parameter> all;
  for (auto part : {main_parameters(), pursuit_parameters(), split_parameters(), tree_and_run_parameters()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

const std::vector<Parameter>& parameters() {
  static const std::vector<Parameter> all = all_parameters();
  return all;
}

const Parameter* find_parameter(std::string_view name) {
  const auto& all = parameters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

void FitOptions::validate() const {
  // What `set` refuses to read cannot be used either, so every range stands in the table above only.
  FitOptions checked;
  for (const Parameter& parameter : parameters()) parameter.set(checked, parameter.get(*this));
  if (split.beta_max < split.beta_min)
    refuse("beta-max", text_of(split.beta_max), ">= beta-min, which is " + text_of(split.beta_min));
  if (clusters == choose_clusters && method == Method::kway)
    refuse("clusters", "auto", "a number with method kway");
  constexpr double most_tries = 10000;  // of one schedule; more would not end in a lifetime
  if (!((split.beta_max - split.beta_min) / split.beta_step <= most_tries))
    refuse("beta-step", text_of(split.beta_step), "at least (beta-max - beta-min) / 10000");
}

}  // namespace scpp
