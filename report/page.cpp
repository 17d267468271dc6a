#include "report/page.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "scpp/atomic_file.hpp"
#include "scpp/errors.hpp"
#include "scpp/version.hpp"

namespace scpp {
namespace {

using nlohmann::json;

/// null where nothing is known, and for infinity, which JSON has not.
json number(std::optional<double> x) { return x && std::isfinite(*x) ? json(*x) : json(); }

std::vector<float> floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

json options_of(const Model& model) {
  json options = json::array();
  const FitOptions defaults;
  for (const Parameter& parameter : parameters()) {
    const std::string value = parameter.get(model.options);
    options.push_back({{"name", parameter.name},
                       {"value", value},
                       {"sentence", parameter.sentence},
                       {"default", value == parameter.get(defaults)}});
  }
  return options;
}

json coordinates_of(const std::vector<float>& points, Index dimensions, Blob& blob) {
  json axes = json::array();
  for (Index j = 0; j < dimensions; ++j) {
    const Quantised axis = quantise(points, j, dimensions);
    axes.push_back({{"low", axis.low}, {"high", axis.high}, {"steps", blob.add(axis.steps)}});
  }
  return axes;
}

json trace_of(const Split& split, Blob& blob) {
  std::vector<float> beta, value;
  std::vector<std::uint32_t> step;
  for (const TracePoint& point : split.trace) {
    beta.push_back(static_cast<float>(point.beta));
    value.push_back(static_cast<float>(point.value));
    step.push_back(static_cast<std::uint32_t>(point.step));
  }
  return {{"beta", blob.add(beta)}, {"value", blob.add(value)}, {"step", blob.add(step)}};
}

json split_of(const Split& split, const PlaneView& plane, Blob& blob) {
  return {{"dimensions", plane.dimensions},
          {"allDimensions", split.projection.columns},
          {"sigma", number(split.sigma)},
          {"beta", number(split.beta)},
          {"lambda2", number(split.lambda2)},
          {"lambda3", number(split.lambda3)},
          {"cut", number(split.neighbour_cut)},
          {"cloudCut", number(split.cloud_cut)},
          {"cloudLeast", number(split.cloud_least)},
          {"stability", number(split.stability)},
          {"spread", split.spread},
          {"microclusters", split.weights.size()},
          {"evaluations", split.evaluations},
          {"stop", sentence(split.stop)},
          {"stopSentence", split.stop_sentence},
          {"bounds",
           {{"atProjection", number(split.bounds.at_projection)}, {"uniform", number(split.bounds.uniform)}}},
          {"gram", plane.gram},
          {"cross", plane.cross},
          {"points", coordinates_of(plane.points, plane.dimensions, blob)},
          {"start", coordinates_of(plane.start_points, plane.dimensions, blob)},
          {"loadings",
           {{"columns", blob.add(plane.loading_columns)},
            {"found", blob.add_unit(plane.loadings)},
            {"start", blob.add_unit(plane.start_loadings)}}},
          {"trace", trace_of(split, blob)}};
}

json clarity_in_words(double value) { return {{"value", value}, {"word", word(clarity_of(value))}}; }

json clarity_of_cluster(const ClusterVerdict& cluster) {
  json clarity = clarity_in_words(cluster.clarity);
  if (cluster.nearest) clarity["nearest"] = *cluster.nearest;
  return clarity;
}

json nodes_of(const ReportInput& input, const ReportView& view, Blob& blob) {
  json nodes = json::array();
  for (Index id = 0; id < std::ssize(input.model.tree.nodes); ++id) {
    const Node& node = input.model.tree.nodes[id];
    json entry = {{"parent", node.parent},
                  {"children", node.children},
                  {"rows", view.node_weights[id]},
                  {"order", node.order.value_or(-1)},
                  {"reason", node.why_leaf ? node.why_leaf->sentence : ""}};
    if (node.split) {
      entry["split"] = split_of(*node.split, *view.planes[id], blob);
      for (const int label : view.sample.leaves[id])
        entry["split"]["taken"].push_back(view.sample.taken(static_cast<int>(id), label));
    }
    if (view.sureness && view.sureness->verdict.splits[id])
      entry["split"]["clarity"] = clarity_in_words(*view.sureness->verdict.splits[id]);
    nodes.push_back(std::move(entry));
  }
  const std::vector<int> leaves = input.model.tree.leaves();
  for (Index label = 0; view.sureness && label < std::ssize(leaves); ++label)
    nodes[leaves[label]]["clarity"] = clarity_of_cluster(view.sureness->verdict.clusters[label]);
  return nodes;
}

json sample_of(const ReportInput& input, const ReportView& view, Blob& blob) {
  json sample = {
      {"limit", view.sample.limit}, {"first", view.sample.first}, {"rows", blob.add(view.sample.rows)}};
  if (!input.truth.empty()) {
    std::vector<std::int32_t> truth;
    for (const std::uint32_t row : view.sample.rows) truth.push_back(input.truth[row]);
    sample["truth"] = blob.add_small(truth, input.class_names.size());
  }
  if (!input.weights.empty()) {
    std::vector<double> weights;
    for (const std::uint32_t row : view.sample.rows) weights.push_back(input.weight(row));
    sample["weights"] = blob.add(floats(weights));
  }
  if (view.sureness) {
    const Quantised probability = quantise(floats(view.sureness->probability));
    sample["probability"] = {
        {"low", probability.low}, {"high", probability.high}, {"steps", blob.add(probability.steps)}};
  }
  json values = json::array();
  const Index rows = view.sample.rows.size();
  for (Index i = 0; i < std::ssize(view.value_columns); ++i) {
    const Quantised column = quantise(std::span(view.values).subspan(i * rows, rows));
    values.push_back({{"column", view.value_columns[i]},
                      {"low", column.low},
                      {"high", column.high},
                      {"steps", blob.add(column.steps)}});
  }
  sample["values"] = std::move(values);
  return sample;
}

json profile_of(const Profile& profile, Blob& blob) {
  return {{"featuresPerNode", profile.features_per_node},
          {"featureColumns", blob.add(profile.feature_columns)},
          {"featureDifferences", blob.add(profile.feature_differences)},
          {"columns", blob.add(profile.columns)},
          {"mean", blob.add(profile.mean)},
          {"deviation", blob.add(profile.deviation)},
          {"means", blob.add(profile.means)},
          {"quantileLevels", quantile_levels},
          {"quantiles", blob.add(profile.quantiles)},
          {"squaredDistances", blob.add(profile.squared_distances)}};
}

/// Counts of rows are whole numbers; sums of weights need not be.
ArrayRef confusion_of(const ReportInput& input, const Profile& profile, Blob& blob) {
  const auto& sums = profile.confusion;
  if (!input.weights.empty()) return blob.add(floats(sums));
  return blob.add(std::vector<std::uint32_t>(sums.begin(), sums.end()));
}

json doubtful_of(const ReportInput& input, const Sureness& sureness, Blob& blob) {
  std::vector<std::uint32_t> rows;
  std::vector<std::int32_t> first, second, truth;
  std::vector<double> probability, outlier;
  for (const DoubtfulRow& doubtful : sureness.doubtful) {
    rows.push_back(doubtful.row);
    first.push_back(input.labels[doubtful.row]);
    second.push_back(std::max(doubtful.other, 0));
    probability.push_back(doubtful.probability);
    outlier.push_back(doubtful.outlier);
    if (!input.truth.empty()) truth.push_back(input.truth[doubtful.row]);
  }
  const Index clusters = input.model.tree.clusters();
  json list = {{"judged", sureness.judged},
               {"unsure", sureness.unsure},
               {"far", sureness.far},
               {"sureFrom", sure_from},
               {"farFrom", far_from},
               {"rows", blob.add(rows)},
               {"first", blob.add_small(first, clusters)},
               {"second", blob.add_small(second, clusters)},
               {"probability", blob.add(floats(probability))},
               {"outlier", blob.add(floats(outlier))}};
  if (!input.truth.empty()) list["truth"] = blob.add_small(truth, input.class_names.size());
  return list;
}

json cuts_of(const std::vector<CutVerdict>& verdicts) {
  json cuts = json::array();
  for (const CutVerdict& verdict : verdicts) {
    json clusters = json::array(), splits = json::array();
    for (const ClusterVerdict& cluster : verdict.clusters) clusters.push_back(clarity_of_cluster(cluster));
    for (const double split : verdict.splits) splits.push_back(clarity_in_words(split));
    cuts.push_back({{"verdict", verdict.sentence}, {"clusters", clusters}, {"splits", splits}});
  }
  return cuts;
}

constexpr std::string_view data_marker = "<!--scpp-data-->";

/// JSON that may stand inside a script element: no `<`, so neither an end tag nor a comment can begin in it,
/// and no byte that is not valid UTF-8.
std::string script_safe(const nlohmann::json& head) {
  const std::string text = head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

void to_json(json& head, const ArrayRef& array) { head = {array.type, array.offset, array.count}; }

json report_head(const ReportInput& input, const ReportView& view, Blob& blob) {
  const Model& model = input.model;
  json head = {{"format", "scpp-report"},
               {"version", 1},
               {"program", "scpp " SCPP_VERSION},
               {"title", input.title},
               {"rows", input.table.rows()},
               {"weight", input.weights.empty() ? json() : json(view.node_weights[0])},
               {"columnCount", input.table.columns()},
               {"columns", model.columns},
               {"digest", model_digest(model)},
               {"seconds", input.seconds ? json(*input.seconds) : json()},
               {"options", options_of(model)},
               {"warnings", view.warnings},
               {"leaves", model.tree.leaves()},
               {"nodes", nodes_of(input, view, blob)},
               {"sample", sample_of(input, view, blob)},
               {"profile", profile_of(view.profile, blob)},
               {"labels", blob.add_small(input.labels, model.tree.clusters())}};
  if (!input.truth.empty())
    head["truth"] = {{"classes", input.class_names}, {"confusion", confusion_of(input, view.profile, blob)}};
  if (!input.names.empty()) head["names"] = input.names;
  if (view.sureness) {
    head["verdict"] = view.sureness->verdict.sentence;
    head["cuts"] = cuts_of(view.sureness->cuts);
    head["clarityLimits"] = {{"weak", doubtful_below}, {"clear", clear_from}};
    head["doubtful"] = doubtful_of(input, *view.sureness, blob);
  }
  return head;
}

bool has_report_page() { return !report_page().empty(); }

std::string report_html(const ReportInput& input) {
  const std::string_view page = report_page();
  const std::size_t marker = page.find(data_marker);
  if (marker == std::string_view::npos)
    throw Error("this build of scpp has no report page: run scripts/setup and build again");
  Blob blob;
  const std::string head = script_safe(report_head(input, make_view(input), blob));
  std::string html(page.substr(0, marker));
  html += "<script type=\"application/json\" id=\"scpp-head\">" + head + "</script>\n";
  html +=
      "<script type=\"application/octet-stream;base64\" id=\"scpp-data\">" + blob.base64() + "</script>\n";
  html += page.substr(marker + data_marker.size());
  return html;
}

void write_report(const ReportInput& input, const std::string& path) {
  AtomicFile file(path);
  file.write(report_html(input));
  file.commit();
}

}  // namespace scpp
