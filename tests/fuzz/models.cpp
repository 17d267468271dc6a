// The model file, as it comes and with its frame and checksum put right, and the edits that a report exports.
#include <algorithm>
#include <set>

#include "fuzz/entries.hpp"
#include "model/model_bytes.hpp"
#include "scpp/report.hpp"

namespace scpp::fuzz {
namespace {

/// Whatever was accepted must be usable everywhere.
void use(const Model& model) {
  const std::string bytes = to_bytes(model);
  require(to_bytes(from_bytes(bytes)) == bytes, "a model that was loaded can be saved and loaded again");
  const std::size_t columns = model.transform.mean.size();
  std::vector<double> values(3 * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) - 2.5;
  const auto rows = TableView::row_major(values.data(), columns == 0 ? 0 : 3, columns);
  const auto clusters = static_cast<std::int32_t>(model.tree.clusters());
  for (const std::int32_t label : assign(model, rows))
    require(label >= 0 && label < clusters, "labels are 0 .. K-1");
  for (std::size_t node = 0; node < model.tree.nodes.size(); ++node)
    if (model.tree.nodes[node].split) project(model, static_cast<int>(node), rows);
  require(cut(model, 1).tree.clusters() == 1, "every tree can be cut to its root");
}

void run_model(std::string_view bytes) { use(from_bytes(std::string(bytes))); }

/// Two bytes say how long the JSON header is; everything else of the frame is made right.
void run_signed_model(std::string_view bytes) {
  static const std::string magic = to_bytes(samples::random_model(0, samples::small)).substr(0, 12);
  Choices choices(bytes);
  const std::uint64_t size = choices.byte() + 256u * choices.byte();
  use(from_bytes(
      samples::with_checksum(magic + samples::little_endian(size, 8) + std::string(choices.rest()))));
}

const Model& edited_model() {
  static const Model model = samples::random_model(3);
  return model;
}

void run_edits(std::string_view bytes) {
  static const std::string digest = model_digest(edited_model());
  static std::set<std::vector<double>> used;
  Edits edits = parse_edits(std::string(bytes), "f");
  edits.digest = digest;  // no fuzzer guesses it
  const Edited edited = apply_edits(edited_model(), edits);
  std::vector<double> sizes;
  for (const Node& node : edited.model.tree.nodes) sizes.push_back(node.rows);
  if (used.insert(sizes).second) use(edited.model);  // there are few trees, and each is used once
  const Index clusters = edited.model.tree.clusters();
  require(std::ssize(edited.names) == clusters, "every cluster has a name, if an empty one");
  require(std::ssize(edited.label_from) == edited_model().tree.clusters(),
          "every old cluster goes somewhere");
  for (const std::int32_t label : edited.label_from)
    require(label >= 0 && label < clusters, "no cluster goes astray");
}

std::vector<Model> sample_models() {
  return {samples::random_model(1, samples::small), samples::random_model(2, {.splits = 2, .columns = 2})};
}

std::vector<std::string> model_seeds() {
  std::vector<std::string> seeds;
  for (const Model& model : sample_models()) seeds.push_back(to_bytes(model));
  return seeds;
}

std::vector<std::string> signed_model_seeds() {
  std::vector<std::string> seeds;
  for (const std::string& bytes : model_seeds()) {
    const samples::Parts parts(bytes);
    seeds.push_back(samples::little_endian(parts.header.size(), 2) + parts.header + parts.data);
  }
  return seeds;
}

std::vector<std::string> edits_seeds() {
  const auto& nodes = edited_model().tree.nodes;
  const auto below =
      std::ranges::find_if(nodes, [](const Node& node) { return node.parent == 0 && node.split; });
  const std::string inner = std::to_string(below == nodes.end() ? 0 : below - nodes.begin());
  const auto edits = [](const std::string& clusters, const std::string& pruned, const std::string& names) {
    return R"({"format":"scpp-edits","version":1,"model":"0","clusters":)" + clusters + R"(,"pruned":[)" +
           pruned + R"(],"names":[)" + names + "]}";
  };
  return {edits("4", "", ""), edits("2", "", ""),
          edits("4", inner, R"({"node":)" + inner + R"(,"name":"n"})"),
          edits("1", "", R"({"node":0,"name":"all"})")};
}

}  // namespace

std::vector<Entry> model_entries() {
  return {{"model", run_model, model_seeds},
          {"signed_model", run_signed_model, signed_model_seeds},
          {"edits", run_edits, edits_seeds}};
}

}  // namespace scpp::fuzz
