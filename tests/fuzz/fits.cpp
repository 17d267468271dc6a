// fit on small arbitrary tables: what every fit promises, or a refusal.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>

#include "fuzz/entries.hpp"
#include "scpp/scpp.hpp"

namespace scpp::fuzz {
namespace {

/// What takes many searches - the better quality, as many clusters as there are - is an entry of its own:
/// in one entry it would take nearly all of the time. So are tables that have rows enough for partitions by
/// their neighbours, and are tried by nothing else: what takes another way is quicker in the others.
enum class Care { plain, careful, careful_of_many };

/// One input in eight, whichever way an input is that the fuzzer goes on from: what takes long and is new to
/// it would soon be most of what it tries. Each `kind` of chance is another one.
bool one_in_eight(std::string_view bytes, int kind) {
  return (std::hash<std::string_view>{}(bytes) >> (8 * kind)) % 8 == 0;
}

std::size_t table_rows(Choices& choices, Care care, int clusters) {
  if (care != Care::careful_of_many) return static_cast<std::size_t>(1 + choices.below(8));
  const int more = choices.byte();  // than the 20 of each cluster
  return static_cast<std::size_t>(20 * clusters + more % (more < 224 ? 4 : 15));
}

/// Laws hold after any number of searches and steps; few make many tables a second.
FitOptions fit_options(Choices& choices, Care care) {
  const bool many = care == Care::careful_of_many, rare = one_in_eight(choices.rest(), 0);
  FitOptions options;
  options.threads = 1;
  options.clusters = many ? 2 + choices.below(8) / 7 : 1 + choices.below(4);
  if (many && !rare) options.clusters = 2;
  const int method = choices.below(3);
  options.method = many ? Method::divisive : static_cast<Method>(method);
  options.data.standardise = choices.flag();
  const bool sketched = choices.below(4) == 3 && !many;
  options.data.sketch = sketched ? SketchRule::always : SketchRule::never;
  options.data.cells = 2 + choices.below(6);
  options.tree.rule = static_cast<LeafRule>(choices.below(3));
  auto& pursuit = options.split.pursuit;
  const int kinds = choices.byte();
  pursuit.laplacian = static_cast<Laplacian>(kinds & 1);
  pursuit.kernel = static_cast<KernelKind>(kinds >> 1 & 1);
  pursuit.parametrisation = static_cast<Parametrisation>(kinds >> 2 & 1);
  pursuit.max_steps = 1 + (kinds >> 3 & 1);
  options.split.beta_max = 2;
  options.split.beta_step = 1;
  const bool fast = care == Care::plain || (!many && kinds >> 4 & 1);
  options.quality = fast ? Quality::fast : Quality::standard;
  if (care != Care::plain && kinds >> 5 == 4 && (rare || !many)) {  // tries every number: few
    options.tree.max_clusters = options.clusters;
    options.clusters = choose_clusters;
  }
  pursuit.dimensions = 1 + choices.below(3);
  options.split.microclusters = 2 + choices.below(6);
  options.split.balance = choices.below(5) / 5.0;
  return options;
}

/// Small whole numbers (ties), numbers of any size, or any bits at all.
double next_value(Choices& choices, int kind) {
  const int value = static_cast<std::int8_t>(choices.byte());
  if (kind == 0) return value;
  if (kind == 1) return std::ldexp(value, 8 * static_cast<std::int8_t>(choices.byte()));
  std::uint64_t bits = static_cast<std::uint8_t>(value);
  for (int i = 1; i < 8; ++i) bits |= std::uint64_t{choices.byte()} << (8 * i);
  double made = 0;
  std::memcpy(&made, &bits, sizeof made);
  return made;
}

/// A model in bytes takes as long as some fits, and has entries of its own: one in eight is saved.
void check_fit(const Fit& result, const TableView& table, const std::vector<double>& weights, bool saved) {
  const auto clusters = static_cast<std::int32_t>(result.model.tree.clusters());
  require(std::ssize(result.labels) == table.rows(), "every row has a label");
  require(clusters <= result.model.options.most_clusters(), "no more clusters than asked for");
  std::vector<bool> used(static_cast<std::size_t>(clusters));
  for (std::size_t row = 0; row < result.labels.size(); ++row) {
    require(result.labels[row] >= 0 && result.labels[row] < clusters, "labels are 0 .. K-1");
    if (weights.empty() || weights[row] > 0) used[static_cast<std::size_t>(result.labels[row])] = true;
  }
  require(std::all_of(used.begin(), used.end(), [](bool is) { return is; }), "no cluster is empty");
  require(assign(result.model, table) == result.labels, "assign gives the labels of the fit");
  if (saved)
    require(assign(from_bytes(to_bytes(result.model)), table) == result.labels,
            "so does the model saved and loaded");
  for (const Node& node : result.model.tree.nodes)
    require(node.children.empty() == node.why_leaf.has_value(), "a leaf says why it is one");
}

void fit_table(std::string_view bytes, Care care) {
  Choices choices(bytes);
  const FitOptions options = fit_options(choices, care);
  const std::size_t rows = table_rows(choices, care, options.most_clusters());
  const auto columns = static_cast<std::size_t>(1 + choices.below(3));
  const int kind = choices.below(3);
  std::vector<double> weights;
  if (choices.below(4) == 3)
    for (std::size_t row = 0; row < rows; ++row) weights.push_back(choices.below(4));
  // Inputs are too short for many rows: the first few come again, each time a little elsewhere.
  std::vector<double> values(rows * columns);
  const std::size_t drawn = std::min(values.size(), 10 * columns);
  for (std::size_t i = 0; i < drawn; ++i) values[i] = next_value(choices, kind);
  for (std::size_t i = drawn; i < values.size(); ++i)
    values[i] = values[i - drawn] * 1.01 + 0.1 * static_cast<double>(i % 7);
  const auto table = TableView::row_major(values.data(), rows, columns);
  check_fit(fit(table, options, weights), table, weights, one_in_eight(bytes, 1));
}

void run_plain(std::string_view bytes) { fit_table(bytes, Care::plain); }
void run_careful(std::string_view bytes) { fit_table(bytes, Care::careful); }
void run_careful_of_many(std::string_view bytes) { fit_table(bytes, Care::careful_of_many); }

/// Every method with every kind of number, and one with each of the extra bits of the byte of kinds.
std::vector<std::string> seeds_with(std::initializer_list<int> extra_bits) {
  std::vector<std::string> seeds;
  for (const int extra : extra_bits)
    for (int method = 0; method < (extra ? 1 : 3); ++method)
      for (int kind = 0; kind < 3; ++kind) {
        std::string bytes = {
            2, static_cast<char>(method), 1, 0, 0, 0, static_cast<char>(extra + method + kind), 1, 10, 1};
        bytes += {23, 2, static_cast<char>(kind), 0};
        for (int i = 0; i < 100; ++i) bytes.push_back(static_cast<char>((i * 37 + (i % 2) * 90) % 251));
        seeds.push_back(bytes);
      }
  return seeds;
}

std::vector<std::string> plain_seeds() { return seeds_with({0x00}); }
std::vector<std::string> careful_seeds() { return seeds_with({0x10, 0x20, 0x80}); }  // qualities, -k auto

/// They are of the few that may take long.
std::vector<std::string> large_seeds() {
  std::vector<std::string> seeds = careful_seeds();
  for (std::string& seed : seeds)
    while (!one_in_eight(seed, 0)) seed.push_back('.');
  return seeds;
}

}  // namespace

std::vector<Entry> fit_entries() {
  return {{"fit", run_plain, plain_seeds},
          {"careful_fit", run_careful, careful_seeds},
          {"large_fit", run_careful_of_many, large_seeds}};
}

}  // namespace scpp::fuzz
