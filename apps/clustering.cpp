#include "clustering.hpp"

#include <set>

#include "rivals/baselines.hpp"
#include "columns.hpp"
#include "progress.hpp"
#include "stopwatch.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

void remember_columns(Model& model, const DataSet& data) {
  model.columns = names_for_model(data.table);
  if (data.missing.cells > 0) model.missing_rule = to_word(data.missing.rule);
  model.missing_fill = data.missing.fill;
}

Clustering run(const DataSet& data, const Choice& choice, const Observer& watch) {
  if (choice.baseline.empty()) {
    Fit found = fit(data.table.values, choice.options, data.weights, watch);
    remember_columns(found.model, data);
    return {std::move(found.labels), std::move(found.model), "", 0};
  }
  BaselineResult found = run_baseline(choice.baseline, data.table.values, choice.options, watch);
  return {std::move(found.labels), {}, found.choice, 0};
}

}  // namespace

Clustering cluster(const DataSet& data, const Choice& choice, Session& session) {
  const Stopwatch watch;
  ProgressLine progress(session);
  Clustering result = run(data, choice, progress.observer());
  result.seconds = watch.seconds();
  return result;
}

Index cluster_count(std::span<const std::int32_t> labels) {
  return std::set<std::int32_t>(labels.begin(), labels.end()).size();
}

std::optional<Scores> scores_of(std::span<const std::int32_t> labels, const Classes& truth) {
  if (truth.of_row.empty()) return {};
  return score(labels, truth.of_row);
}

std::string scores_line(const Scores& scores) {
  return "purity " + four_digits(scores.purity) + ", nmi " + four_digits(scores.nmi) + ", ari " +
         four_digits(scores.ari) + ", v-measure " + four_digits(scores.v_measure) + ", accuracy " +
         four_digits(scores.accuracy);
}

}  // namespace scpp::cli
