#include "answer.hpp"

#include "terminal.hpp"

namespace scpp::cli {
namespace {

int verdict(const Choice& choice, const Clustering& result, Index found, Session& session) {
  if (choice.options.clusters == choose_clusters || found >= choice.options.clusters) return 0;
  std::string why;
  if (result.model)
    for (const int leaf : result.model->tree.leaves())
      if (why.empty()) why = ": " + result.model->tree.nodes[leaf].leaf_reason;
  session.warn("only " + std::to_string(found) + " of " + std::to_string(choice.options.clusters) +
               " clusters were found" + why);
  return 1;
}

}  // namespace

Answer answer_of(const DataSet& data, const Clustering& result) {
  Answer answer{data.path, data.table.rows(), data.table.columns(), {}, scores_of(result.labels, data.truth)};
  for (const auto label : result.labels) {
    const auto at = label;
    if (at >= std::ssize(answer.rows_of_label)) answer.rows_of_label.resize(at + 1);
    ++answer.rows_of_label[at];
  }
  return answer;
}

int tell(const Answer& answer, const Choice& choice, const Clustering& result, const Outputs& outputs,
         Session& session) {
  session.say(answer.path + ": " + counted(static_cast<double>(answer.rows), "row") + ", " +
              counted(static_cast<double>(answer.columns), "column"));
  const Index clusters = answer.rows_of_label.size();
  session.say(counted(static_cast<double>(clusters), "cluster") + " in " + seconds_text(result.seconds) +
              (result.choice.empty() ? "" : ", " + result.choice));
  std::string sizes;
  for (const Index rows : answer.rows_of_label) sizes += " " + std::to_string(rows);
  session.say("rows in each:" + sizes);
  if (answer.scores) session.say(scores_line(*answer.scores));
  if (const std::string written = outputs.sentence(); !written.empty()) session.say(written);
  return verdict(choice, result, clusters, session);
}

}  // namespace scpp::cli
