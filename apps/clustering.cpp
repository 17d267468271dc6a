#include "clustering.hpp"

#include <set>

#include "model.hpp"
#include "scpp/verdict.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

/// The exit code: there is a result, but perhaps not the one that was asked for.
int exit_code(const Model& model, Session& session) {
  const Index found = model.tree.clusters(), wanted = model.options.clusters;
  if (wanted == choose_clusters || found >= wanted) return 0;
  session.warn("only " + std::to_string(found) + " of " + std::to_string(wanted) +
               " clusters were found: " + model.tree.nodes[model.tree.leaves().front()].why_leaf->sentence);
  return 1;
}

}  // namespace

void remember_data(Model& model, const DataSet& data) {
  remember_columns(model, data.table);
  if (data.missing.rule != MissingRule::error) model.missing_rule = to_word(data.missing.rule);
  model.missing_fill = data.missing.fill;
}

Clustering cluster(const DataSet& data, const FitOptions& options, Session& session) {
  const Stopwatch watch;
  ProgressLine progress(session);
  Fit found = fit(data.table.values, options, data.weights, progress.observer());
  remember_data(found.model, data);
  return {std::move(found), watch.seconds()};
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

int tell(const Answer& answer, const Model& model, const Outputs& outputs, Session& session) {
  if (session.quiet) return exit_code(model, session);  // a verdict takes time
  const FitFacts& facts = answer.facts;
  session.say(answer.path + ": " + counted(static_cast<double>(facts.rows), "row") + ", " +
              counted(static_cast<double>(facts.columns), "column"));
  session.say((has_verdict(model) ? verdict(model).sentence
                                  : counted(static_cast<double>(model.tree.clusters()), "cluster")) +
              " (" + seconds_text(facts.seconds_fitting) + ")");
  std::string sizes;
  for (const Index rows : answer.rows_of_label) sizes += " " + std::to_string(rows);
  session.say("rows in each:" + sizes);
  if (facts.scores) session.say(scores_line(*facts.scores));
  if (const std::string written = outputs.sentence(); !written.empty()) session.say(written);
  if (outputs.none())
    session.say(
        "nothing was written; add --labels labels.csv for the cluster of each row, --report report.html to "
        "look "
        "at the clusters, --model model.scpp to label new rows");
  return exit_code(model, session);
}

}  // namespace scpp::cli
