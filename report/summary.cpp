#include "scpp/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scpp/version.hpp"

namespace scpp {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<Scores>& scores) {
  const auto value = [&](double Scores::*field) -> Json {
    return scores ? Json((*scores).*field) : Json(nullptr);
  };
  return {{"purity", value(&Scores::purity)},
          {"nmi", value(&Scores::nmi)},
          {"ari", value(&Scores::ari)},
          {"v_measure", value(&Scores::v_measure)},
          {"accuracy", value(&Scores::accuracy)}};
}

/// Rows are counted, so they are whole numbers unless weights are not.
Json json_of_rows(double rows) {
  return rows == std::floor(rows) ? Json(static_cast<std::int64_t>(rows)) : Json(rows);
}

Json if_known(std::optional<double> value) { return value ? Json(*value) : Json(); }

/// `left` is the rows of the first child, `right` those of all others.
Json json_of(const Tree& tree, int node) {
  const Node& parent = tree.nodes[node];
  const double left = tree.nodes[parent.children.front()].rows;
  return {{"node", node},
          {"rows", json_of_rows(parent.rows)},
          {"left", json_of_rows(left)},
          {"right", json_of_rows(parent.rows - left)},
          {"lambda2", parent.split->lambda2},
          {"sigma", parent.split->sigma},
          {"beta", parent.split->beta},
          {"evaluations", parent.split->evaluations},
          {"stop", sentence(parent.split->stop)},
          {"cut", if_known(parent.split->neighbour_cut)},
          {"stability", if_known(parent.split->stability)}};
}

/// Numbers as numbers, yes and no as booleans, words as words.
Json json_of_text(const std::string& text) {
  if (text == "yes" || text == "no") return text == "yes";
  const Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

}  // namespace

std::string summary_json(const Model& model, const FitFacts& facts) {
  Json splits = Json::array(), options = Json::object();
  for (const int node : model.tree.splits()) splits.push_back(json_of(model.tree, node));
  for (const Parameter& parameter : parameters())
    options[parameter.name] = json_of_text(parameter.get(model.options));
  const Json seconds = {
      {"read", facts.seconds_reading}, {"fit", facts.seconds_fitting}, {"total", facts.seconds_in_all}};
  const Json summary = {
      {"rows", facts.rows}, {"columns", facts.columns},        {"clusters", model.tree.clusters()},
      {"seconds", seconds}, {"scores", json_of(facts.scores)}, {"splits", splits},
      {"options", options}, {"version", SCPP_VERSION}};
  return summary.dump(2) + "\n";
}

}  // namespace scpp
