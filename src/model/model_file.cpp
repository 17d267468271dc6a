// The model file: magic (8 bytes), format version (u32), length of the header (u64), header (JSON), arrays,
// CRC-32 of everything before it (u32). All numbers are little-endian.
#include <zlib.h>

#include <fstream>
#include <type_traits>

#include "base/atomic_file.hpp"
#include "model/archive.hpp"
#include "model/check_model.hpp"
#include "scpp/errors.hpp"
#include "scpp/model.hpp"
#include "scpp/version.hpp"

namespace scpp {
namespace {

using archive::Damage;
using archive::Json;

// Line ends of both kinds and a control character: a transfer in text mode breaks the magic itself.
constexpr std::string_view magic{"SCPP\r\n\x1a\n", 8};
constexpr std::uint32_t format_version = 1;
constexpr std::size_t fixed_size = magic.size() + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_size = sizeof(std::uint32_t);

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

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
  if (columns.value.size() != columns.beta.size() || columns.step.size() != columns.beta.size())
    throw Damage("the columns of a trace differ in length");
  std::vector<TracePoint> trace;
  for (std::size_t i = 0; i < columns.beta.size(); ++i)
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
  archive.field("stop", split.stop);
  archive.field("stop_sentence", split.stop_sentence);
  visit_trace(archive, split.trace);
  archive.field("bound_at_projection", split.bounds.at_projection);
  archive.field("bound_uniform", split.bounds.uniform);
  archive.field("candidates", split.candidates);
  archive.field("neighbour_cut", split.neighbour_cut);
  archive.field("stability", split.stability);
}

template <class Archive>
void visit_node(Archive& archive, typename Archive::template Field<Node>& node) {
  archive.field("parent", node.parent);
  archive.field("children", node.children);
  archive.field("rows", node.rows);
  archive.field("order", node.order);
  archive.field("leaf_reason", node.leaf_reason);
  archive.optional_part("split", node.split, [](auto& inner, auto& split) { visit_split(inner, split); });
}

template <class Archive>
void visit_cells(Archive& archive, typename Archive::template Field<CellIndex>& cells) {
  archive.field("coarse", cells.coarse);
  archive.field("fine", cells.fine);
  archive.int32_array("begin", cells.begin);
  archive.int32_array("leaf", cells.leaf);
}

template <class Archive>
void visit_model(Archive& archive, typename Archive::template Field<Model>& model) {
  archive.field("mean", model.transform.mean);
  archive.field("scale", model.transform.scale);
  archive.field("columns", model.columns);
  archive.field("missing_rule", model.missing_rule);
  archive.field("missing_fill", model.missing_fill);
  archive.optional_part("cells", model.cells, [](auto& inner, auto& cells) { visit_cells(inner, cells); });
  archive.parts("nodes", model.tree.nodes, [](auto& inner, auto& node) { visit_node(inner, node); });
}

Json json_of(const FitOptions& options) {
  Json object = Json::object();
  for (const Parameter& parameter : parameters()) object[parameter.name] = parameter.get(options);
  return object;
}

/// An option that the file does not have is younger than the file and keeps its default.
FitOptions options_in(const Json& object) {
  if (!object.is_object()) throw Damage("its options are not a JSON object");
  FitOptions options;
  for (const auto& [name, text] : object.items()) {
    const Parameter* parameter = find_parameter(name);
    if (!parameter) throw Damage("it has an option " + name + " that is not known");
    parameter->set(options, text.get_ref<const std::string&>());
  }
  options.validate();
  return options;
}

// ---- the frame around them

/// Throws FileError unless the bytes begin as a model does.
void check_magic(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(magic)) throw FileError(name + " is not an scpp model");
}

void check_frame(std::string_view bytes, const std::string& name) {
  check_magic(bytes, name);
  if (bytes.size() < fixed_size + checksum_size) throw FileError(name + " is damaged (it ends early)");
  const auto version = archive::word_at<std::uint32_t>(bytes, magic.size());
  if (version > format_version)
    throw FileError(name + " is from a newer version of scpp (format " + std::to_string(version) +
                    ", this one reads up to " + std::to_string(format_version) + ")");
  const std::size_t end = bytes.size() - checksum_size;
  if (archive::word_at<std::uint32_t>(bytes, end) != checksum(bytes.substr(0, end)))
    throw FileError(name + " is damaged (checksum)");
  if (version != format_version) throw FileError(name + " has the unknown format " + std::to_string(version));
}

Model model_in(std::string_view bytes) {
  const std::string_view body = bytes.substr(fixed_size, bytes.size() - fixed_size - checksum_size);
  const auto header_size = archive::word_at<std::uint64_t>(bytes, fixed_size - sizeof(std::uint64_t));
  if (header_size > body.size()) throw Damage("its header reaches beyond the end");
  const Json header = Json::parse(body.substr(0, header_size), nullptr, false);
  if (!header.is_object()) throw Damage("its header is not a JSON object");
  const std::string_view data = body.substr(header_size);
  std::size_t position = 0;
  archive::Reader reader(header, data, position);
  Model model;
  visit_model(reader, model);
  if (position != data.size()) throw Damage("it has bytes behind its last array");
  model.options = options_in(header.at("options"));
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
    bytes.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    if (!file.bad()) check_magic(bytes, path);  // before a large file of another kind is read to its end
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
  const std::string header_text = header.dump();
  std::string bytes(magic);
  archive::append_word(bytes, format_version);
  archive::append_word(bytes, static_cast<std::uint64_t>(header_text.size()));
  bytes += header_text;
  bytes += data;
  archive::append_word(bytes, checksum(bytes));
  return bytes;
}

Model from_bytes(const std::string& bytes, const std::string& name_for_errors) {
  check_frame(bytes, name_for_errors);
  try {
    return model_in(bytes);
  } catch (const Damage& damage) {
    throw FileError(name_for_errors + " is damaged (" + damage.what() + ")");
  } catch (const InvalidArgument& option) {
    throw FileError(name_for_errors + " is damaged (" + option.what() + ")");
  } catch (const Json::exception& mismatch) {
    throw FileError(name_for_errors + " is damaged (its header is not that of a model: " + mismatch.what() +
                    ")");
  }
}

void save(const Model& model, const std::string& path) {
  const std::string bytes = to_bytes(model);
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

Model load(const std::string& path) { return from_bytes(bytes_of_file(path), path); }

}  // namespace scpp
