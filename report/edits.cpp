#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "scpp/errors.hpp"
#include "scpp/report.hpp"

namespace scpp {
namespace {

/// FNV-1a, 64 bits.
class Hash {
 public:
  template <class Number>
  void add(Number value) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3ULL;
  }
  std::string hex() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[state_ >> shift & 15];
    return text;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

using nlohmann::json;

void check_keys(const json& object, const std::set<std::string>& known) {
  for (const auto& [key, value] : object.items())
    if (!known.contains(key)) throw InvalidArgument("unknown entry \"" + key + "\"");
  for (const std::string& key : known)
    if (!object.contains(key)) throw InvalidArgument("entry \"" + key + "\" is missing");
}

int node_number(const json& value, const std::string& where) {
  if (!value.is_number_integer() || value.get<double>() < 0 || value.get<double>() > 1e9)
    throw InvalidArgument(where + " has " + value.dump() + " where a node number is wanted");
  return value.get<int>();
}

Edits edits_from(const json& root) {
  if (!root.is_object()) throw InvalidArgument("the file does not hold a JSON object");
  check_keys(root, {"format", "version", "model", "clusters", "pruned", "names"});
  if (root["format"] != "scpp-edits") throw InvalidArgument("\"format\" is not \"scpp-edits\"");
  if (root["version"] != 1)
    throw InvalidArgument("\"version\" is " + root["version"].dump() + ", but 1 is understood");
  if (!root["model"].is_string()) throw InvalidArgument("\"model\" is not a string");
  Edits edits{.digest = root["model"],
              .clusters = node_number(root["clusters"], "\"clusters\""),
              .pruned = {},
              .names = {}};
  if (!root["pruned"].is_array()) throw InvalidArgument("\"pruned\" is not a list of node numbers");
  for (const json& node : root["pruned"]) edits.pruned.push_back(node_number(node, "\"pruned\""));
  if (!root["names"].is_array()) throw InvalidArgument("\"names\" is not a list");
  for (const json& entry : root["names"]) {
    if (!entry.is_object())
      throw InvalidArgument("\"names\" holds something other than {\"node\", \"name\"}");
    check_keys(entry, {"node", "name"});
    if (!entry["name"].is_string()) throw InvalidArgument("\"names\" holds a name that is not a string");
    edits.names.emplace_back(node_number(entry["node"], "\"names\""), entry["name"]);
  }
  return edits;
}

/// Node of the edited tree -> node of the tree before: the edited one is the upper part of the other.
std::vector<int> origins(const Tree& before, const Tree& edited) {
  std::vector<int> origin(edited.nodes.size(), 0);
  for (Index node = 0; node < std::ssize(edited.nodes); ++node)
    for (Index i = 0; i < std::ssize(edited.nodes[node].children); ++i)
      origin[edited.nodes[node].children[i]] = before.nodes[origin[node]].children[i];
  return origin;
}

Model pruned_at(Model edited, const Model& before, int node) {
  if (node >= std::ssize(before.tree.nodes) || before.tree.nodes[node].children.empty())
    throw InvalidArgument("node " + std::to_string(node) + " cannot be pruned: the model has no split there");
  const std::vector<int> origin = origins(before.tree, edited.tree);
  const auto found = std::ranges::find(origin, node);
  if (found == origin.end() || edited.tree.nodes[found - origin.begin()].children.empty())
    throw InvalidArgument("node " + std::to_string(node) +
                          " cannot be pruned: the other edits have removed its split");
  return prune(edited, static_cast<int>(found - origin.begin()));
}

std::vector<std::string> names_of(const Edits& edits, const std::vector<int>& leaf_origins) {
  std::vector<std::string> names(leaf_origins.size());
  for (const auto& [node, name] : edits.names) {
    const auto found = std::ranges::find(leaf_origins, node);
    if (found == leaf_origins.end())
      throw InvalidArgument("node " + std::to_string(node) + " has the name \"" + name +
                            "\" but is not a cluster of the edited tree");
    names[found - leaf_origins.begin()] = name;
  }
  return names;
}

}  // namespace

std::string model_digest(const Model& model) {
  Hash hash;
  for (const Node& node : model.tree.nodes) {
    hash.add(node.parent);
    hash.add(node.order.value_or(-1));
    hash.add(node.rows);
    if (node.split) hash.add(node.split->lambda2);
  }
  for (const double mean : model.transform.mean) hash.add(mean);
  return hash.hex();
}

Edits parse_edits(const std::string& text, const std::string& name_for_errors) {
  try {
    return edits_from(json::parse(text));
  } catch (const json::exception&) {
    throw FileError(name_for_errors + " is not valid JSON");
  } catch (const InvalidArgument& problem) {
    throw FileError(name_for_errors + " cannot be used as edits: " + problem.what());
  }
}

Edits read_edits(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError("the edits " + path + " cannot be opened");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_edits(text.str(), path);
}

Edited apply_edits(const Model& model, const Edits& edits) {
  if (edits.digest != model_digest(model))
    throw InvalidArgument("these edits were made for another model (digest " + edits.digest +
                          ", this model has " + model_digest(model) + ")");
  if (edits.clusters < 1)
    throw InvalidArgument("the edits cut the tree to 0 clusters, but at least 1 is needed");
  Edited edited{.model = cut(model, edits.clusters), .names = {}, .label_from = {}};
  for (const int node : edits.pruned) edited.model = pruned_at(std::move(edited.model), model, node);
  const std::vector<int> origin = origins(model.tree, edited.model.tree);
  std::vector<int> leaf_origins;
  for (const int leaf : edited.model.tree.leaves()) leaf_origins.push_back(origin[leaf]);
  edited.names = names_of(edits, leaf_origins);
  for (int node : model.tree.leaves()) {
    while (std::ranges::find(leaf_origins, node) == leaf_origins.end()) node = model.tree.nodes[node].parent;
    edited.label_from.push_back(
        static_cast<std::int32_t>(std::ranges::find(leaf_origins, node) - leaf_origins.begin()));
  }
  return edited;
}

std::vector<std::int32_t> relabelled(const Edited& edited, std::span<const std::int32_t> labels) {
  std::vector<std::int32_t> out;
  out.reserve(labels.size());
  for (const std::int32_t label : labels) out.push_back(edited.label_from[label]);
  return out;
}

}  // namespace scpp
