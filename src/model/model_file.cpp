// The model file: the fields of a model in the frame of model/archive.
#include <fstream>
#include <limits>
#include <type_traits>

#include "base/number_text.hpp"
#include "model/archive.hpp"
#include "model/check_model.hpp"
#include "scpp/atomic_file.hpp"
#include "scpp/errors.hpp"
#include "scpp/model.hpp"
#include "scpp/version.hpp"

namespace scpp {
namespace {

using archive::Damage;
using archive::Json;

constexpr double no_bound = std::numeric_limits<double>::infinity();
constexpr archive::Frame frame{std::string_view("SCPP\r\n\x1a\n", 8), 1, "an scpp model"};

// ---- the fields, each once, for writing and for reading

/// A long trace is stored by columns.
struct TraceColumns {
  std::vector<double> beta, value;
  std::vector<std::int32_t> step;
};

TraceColumns columns_of(const std::vector<TracePoint>& trace) {
  TraceColumns columns;
  for (const TracePoint& point : trace) {
    columns.beta.push_back(point.beta);
    columns.value.push_back(point.value);
    columns.step.push_back(point.step);
  }
  return columns;
}

std::vector<TracePoint> points_of(const TraceColumns& columns) {
  if (std::ssize(columns.value) != std::ssize(columns.beta) ||
      std::ssize(columns.step) != std::ssize(columns.beta))
    throw Damage("the columns of a trace differ in length");
  std::vector<TracePoint> trace;
  for (Index i = 0; i < std::ssize(columns.beta); ++i)
    trace.push_back({columns.beta[i], columns.value[i], columns.step[i]});
  return trace;
}

template <class Archive>
void visit_trace(Archive& archive, typename Archive::template Field<std::vector<TracePoint>>& trace) {
  TraceColumns columns = columns_of(trace);
  archive.part("trace", columns, [](auto& inner, auto& part) {
    inner.field("beta", part.beta);
    inner.field("value", part.value);
    inner.int32_array("step", part.step);
  });
  if constexpr (std::is_same_v<Archive, archive::Reader>) trace = points_of(columns);
}

/// The file has a number that stands for "unknown".
template <class Archive, class Optional, class Number>
void visit_if_known(Archive& archive, const char* key, Optional& value, Number unknown) {
  Number number = value.value_or(unknown);
  archive.field(key, number);
  if constexpr (std::is_same_v<Archive, archive::Reader>)
    value = number == unknown ? std::nullopt : std::optional(number);
}

// The file holds sentences; a reason is known by its own.

template <class Archive>
void visit_stop(Archive& archive, typename Archive::template Field<StopReason>& stop) {
  std::string text(sentence(stop));
  archive.field("stop", text);
  if constexpr (std::is_same_v<Archive, archive::Reader>) {
    const auto reason = stop_reason_told(text);
    if (!reason) throw Damage("a stop tells no reason that is known");
    stop = *reason;
  }
}

template <class Archive>
void visit_why_leaf(Archive& archive, typename Archive::template Field<std::optional<WhyLeaf>>& why) {
  std::string text = why ? why->sentence : "";
  archive.field("leaf_reason", text);
  if constexpr (std::is_same_v<Archive, archive::Reader>) {
    if (text.empty()) return;
    const auto reason = leaf_reason_told(text);
    if (!reason) throw Damage("a leaf_reason tells no reason that is known");
    why.emplace(*reason, std::move(text));
  }
}

template <class Archive>
void visit_split(Archive& archive, typename Archive::template Field<Split>& split) {
  archive.field("centre", split.centre);
  archive.field("projection", split.projection);
  archive.field("start", split.start);
  archive.field("microclusters", split.microclusters);
  archive.field("weights", split.weights);
  archive.field("radii", split.radii);
  archive.int32_array("side", split.side);
  archive.field("sigma", split.sigma);
  archive.field("beta", split.beta);
  archive.field("lambda2", split.lambda2);
  archive.field("lambda3", split.lambda3);
  archive.field("spread", split.spread);
  archive.field("evaluations", split.evaluations);
  visit_stop(archive, split.stop);
  archive.field("stop_sentence", split.stop_sentence);
  visit_trace(archive, split.trace);
  visit_if_known(archive, "bound_at_projection", split.bounds.at_projection, no_bound);
  visit_if_known(archive, "bound_uniform", split.bounds.uniform, no_bound);
  archive.field("candidates", split.candidates);
  visit_if_known(archive, "neighbour_cut", split.neighbour_cut, -1.0);
  visit_if_known(archive, "cloud_cut", split.cloud_cut, -1.0);
  visit_if_known(archive, "cloud_least", split.cloud_least, -1.0);
  visit_if_known(archive, "stability", split.stability, -1.0);
}

template <class Archive>
void visit_node(Archive& archive, typename Archive::template Field<Node>& node) {
  archive.field("parent", node.parent);
  archive.field("children", node.children);
  archive.field("rows", node.rows);
  visit_if_known(archive, "order", node.order, -1);
  visit_why_leaf(archive, node.why_leaf);
  archive.optional_part("split", node.split, [](auto& inner, auto& split) { visit_split(inner, split); });
}

template <class Archive>
void visit_cells(Archive& archive, typename Archive::template Field<CellIndex>& cells) {
  archive.field("coarse", cells.coarse);
  archive.field("fine", cells.fine);
  archive.int32_array("begin", cells.begin);
  archive.int32_array("leaf", cells.leaf);
}

/// The places that "column 3" and so on stand for; nothing when one of the names is another.
std::optional<Places> places_told(const std::vector<std::string>& names) {
  const std::string_view word = "column ";
  Places places;
  for (const std::string& name : names) {
    const auto number =
        number_in<int>(name.starts_with(word) ? std::string_view(name).substr(word.size()) : "");
    if (!number || *number < 1 || name != std::string(word) + std::to_string(*number)) return {};
    places.of_columns.push_back(*number - 1);
  }
  return names.empty() ? std::nullopt : std::optional(places);
}

struct TrueNames {};

/// Earlier versions did not say whether columns have names: "column 3" stood for a place. Where names are
/// like that, the file says that they are names.
template <class Archive>
void visit_places(Archive& archive, typename Archive::template Field<Model>& model) {
  archive.optional_part("places", model.places,
                        [](auto& inner, auto& places) { inner.field("of_columns", places.of_columns); });
  std::optional<TrueNames> true_names;
  if (!model.places && places_told(model.columns)) true_names.emplace();
  if constexpr (std::is_same_v<Archive, archive::Reader>) true_names.reset();
  archive.optional_part("true_names", true_names, [](auto&, auto&) {});
  if constexpr (std::is_same_v<Archive, archive::Reader>)
    if (!model.places && !true_names) model.places = places_told(model.columns);
}

template <class Archive>
void visit_model(Archive& archive, typename Archive::template Field<Model>& model) {
  archive.field("mean", model.transform.mean);
  archive.field("scale", model.transform.scale);
  archive.optional_part("metric", model.transform.metric,
                        [](auto& inner, auto& map) { inner.field("map", map); });
  archive.field("columns", model.columns);
  visit_places(archive, model);
  archive.field("missing_rule", model.missing_rule);
  archive.field("missing_fill", model.missing_fill);
  archive.optional_part("cells", model.cells, [](auto& inner, auto& cells) { visit_cells(inner, cells); });
  archive.optional_part("reference", model.reference, [](auto& inner, auto& reference) {
    inner.field("rows", reference.rows);
    inner.field("weights", reference.weights);
  });
  archive.parts("nodes", model.tree.nodes, [](auto& inner, auto& node) { visit_node(inner, node); });
}

Json json_of(const FitOptions& options) {
  Json object = Json::object();
  for (const Parameter& parameter : parameters()) object[parameter.name] = parameter.get(options);
  return object;
}

/// Options and values that earlier versions wrote and that no search has any more.
bool is_retired(std::string_view name, const Json& text) {
  return name == "affinity" || name == "grid-step" || (name == "quality" && text == "best");
}

/// An option that the file does not have is younger than the file and keeps its default.
FitOptions options_in(const Json& object) {
  if (!object.is_object()) throw Damage("its options are not a JSON object");
  FitOptions options;
  for (const auto& [name, text] : object.items()) {
    if (is_retired(name, text)) continue;
    const Parameter* parameter = find_parameter(name);
    if (!parameter) throw Damage("it has an option " + name + " that is not known");
    parameter->set(options, text.get_ref<const std::string&>());
  }
  options.validate();
  return options;
}

Model model_in(const archive::Content& content) {
  Index position = 0;
  archive::Reader reader(content.header, content.data, position);
  Model model;
  visit_model(reader, model);
  if (position != std::ssize(content.data)) throw Damage("it has bytes behind its last array");
  model.options = options_in(content.header.at("options"));
  if (const auto fault = fault_in(model)) throw Damage(*fault);
  return model;
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError("cannot open " + path);
  std::string bytes;
  std::vector<char> chunk(1 << 20);
  while (file) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    bytes.append(chunk.data(), file.gcount());
    if (!file.bad())
      archive::check_magic(frame, bytes, path);  // before a large file of another kind is read to its end
  }
  if (file.bad()) throw FileError("cannot read " + path);
  return bytes;
}

}  // namespace

std::string to_bytes(const Model& model) {
  model.options.validate();
  if (const auto fault = fault_in(model)) throw InvalidArgument("the model cannot be saved: " + *fault);
  Json header;
  std::string data;
  archive::Writer writer(header, data);
  visit_model(writer, model);
  header["scpp"] = SCPP_VERSION;
  header["options"] = json_of(model.options);
  return archive::framed(frame, header, data);
}

Model from_bytes(const std::string& bytes, const std::string& name_for_errors) {
  return archive::read_framed(frame, bytes, name_for_errors, model_in);
}

void save(const Model& model, const std::string& path) {
  const std::string bytes = to_bytes(model);
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

Model load(const std::string& path) { return from_bytes(bytes_of_file(path), path); }

}  // namespace scpp
