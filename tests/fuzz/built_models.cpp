// Valid models of every shape - chains, bushes, with and without a metric, cells, places, reference rows -,
// damaged where a field stands and signed again: they are refused, or everything that takes a model works.
#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command_line.hpp"
#include "fuzz/entries.hpp"
#include "model/model_bytes.hpp"
#include "report/page.hpp"
#include "scpp/confidence.hpp"
#include "scpp/verdict.hpp"
#include "session.hpp"

namespace scpp::fuzz {
namespace {

// ---- valid models

/// Distances are those of a metric from more or fewer columns.
void add_metric(Model& model, Random& random) {
  const std::size_t dimensions = model.transform.mean.size(), columns = 1 + random.below(5);
  model.transform = {samples::random_reals(random, columns), samples::random_reals(random, columns),
                     samples::random_matrix(random, columns, dimensions)};
  model.columns.clear();
  model.missing_fill.clear();
  model.reference = {samples::random_matrix(random, 12, columns), samples::random_counts(random, 12)};
}

/// As a model grown on a sketch has them: groups of one to three cells.
void add_cells(Model& model, Random& random) {
  const std::vector<int> leaves = model.tree.leaves();
  CellIndex cells;
  cells.begin = {0};
  for (int group = 0; group < 3; ++group)
    cells.begin.push_back(cells.begin.back() + 1 + static_cast<int>(random.below(3)));
  const std::size_t columns = model.transform.mean.size();
  cells.coarse = samples::random_matrix(random, 3, columns);
  cells.fine = samples::random_matrix(random, static_cast<std::size_t>(cells.begin.back()), columns);
  for (int cell = 0; cell < cells.begin.back(); ++cell)
    cells.leaf.push_back(leaves[random.below(leaves.size())]);
  model.cells = cells;
}

void add_places(Model& model, Random& random) {
  Places places;
  int place = 0;
  for (std::size_t i = 0; i < model.transform.mean.size(); ++i)
    places.of_columns.push_back(place += 1 + static_cast<int>(random.below(9)));
  model.places = places;
}

Model valid_model(std::uint64_t seed) {
  Random random(seed, 1);
  const bool large = seed % 64 == 0;  // few: a damage to one takes as long as many to the others
  samples::Shape shape;
  shape.splits = large ? 24 : static_cast<int>(random.below(seed % 16 == 1 ? 10 : 4));
  shape.ways = 2 + static_cast<int>(random.below(3));
  shape.chain = random.below(2) == 0;
  shape.columns = 1 + random.below(4);
  shape.dimensions = 1 + random.below(3);
  shape.microclusters = 1 + random.below(5);
  Model model = samples::random_model(seed, shape);
  if (random.below(3) == 0) add_metric(model, random);
  if (random.below(3) == 0) add_cells(model, random);
  if (random.below(3) == 0) add_places(model, random);
  if (large || random.below(3) == 0) model.reference.reset();
  return model;
}

/// Where each value, and each key, stands in a JSON text without blanks.
std::vector<std::string_view> values_in(std::string_view text) {
  std::vector<std::string_view> values;
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t begin = at;
    const char first = text[at];
    if (first == ',' || first == ':') continue;
    if (first == '{' || first == '[') {
      open.push_back(at);
      continue;
    }
    if (first == '"') {
      while (text[++at] != '"') at += text[at] == '\\';
      values.push_back(text.substr(begin, at + 1 - begin));
    } else if (first == '}' || first == ']') {
      values.push_back(text.substr(open.back(), at + 1 - open.back()));
      open.pop_back();
    } else {
      at = text.find_first_of(",]}", at) - 1;
      values.push_back(text.substr(begin, at + 1 - begin));
    }
  }
  return values;
}

struct Built {
  Model model;
  samples::Parts parts;
  std::vector<std::string_view> values;  ///< in parts.header

  explicit Built(std::uint64_t seed)
      : model(valid_model(seed)), parts(to_bytes(model)), values(values_in(parts.header)) {}
  Built(const Built&) = delete;
  Built& operator=(const Built&) = delete;
};

/// Each is built once: that takes longer than a damage to it.
const Built& built(std::uint8_t seed) {
  static std::array<std::unique_ptr<Built>, 256> all;
  if (!all[seed]) all[seed] = std::make_unique<Built>(seed);
  return *all[seed];
}

// ---- damages

std::size_t place_below(Choices& choices, std::size_t limit) {
  const std::size_t place = choices.byte() + 256u * choices.byte();
  return limit == 0 ? 0 : place % limit;
}

double some_real(Choices& choices) {
  static const double reals[] = {std::nan(""), samples::inf, -samples::inf, 0, -0.0,   1,     -1,
                                 0.5,          1e308,        -1e308,        2, 5e-324, 1e155, 1e-300};
  return reals[choices.byte() % std::size(reals)];
}

/// Another text in the place of a value: a constant, another value, the value and another, one more or less.
void damage_header(const Built& from, std::string& header, Choices& choices) {
  static const char* constants[] = {"null",
                                    "true",
                                    "0",
                                    "1",
                                    "2",
                                    "-1",
                                    "1.5",
                                    "2147483648",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "[]",
                                    "{}",
                                    "7",
                                    "[0]",
                                    "\"\"",
                                    "\"1\"",
                                    "16"};
  const std::string_view value = from.values[place_below(choices, from.values.size())];
  const std::string_view other = from.values[place_below(choices, from.values.size())];
  const auto begin = static_cast<std::size_t>(value.data() - from.parts.header.data());
  if (begin + value.size() > header.size()) return;
  std::string text(other);
  const int kind = choices.below(4), number = choices.byte();
  if (kind == 1) text = constants[static_cast<std::size_t>(number) % std::size(constants)];
  if (kind == 2) text = std::string(value) + "," + text;
  if (kind == 3) text = std::to_string(std::atoll(std::string(value).c_str()) + number - 128);
  header.replace(begin, value.size(), text);
}

/// Another number in an array.
void damage_data(std::string& data, Choices& choices) {
  const bool is_real = choices.flag();
  const std::size_t size = is_real ? 8 : 4, at = 4 * place_below(choices, data.size() / 4);
  if (at + size > data.size()) return;
  const double real = some_real(choices);
  const int integer = choices.below(5) - 1;
  std::memcpy(data.data() + at, is_real ? static_cast<const void*>(&real) : &integer, size);
}

void reshape(std::vector<double>& values, Choices& choices) {
  values.resize(static_cast<std::size_t>(choices.below(6)), some_real(choices));
}

void reshape(DenseMatrix& matrix, Choices& choices) {
  (choices.flag() ? matrix.rows : matrix.columns) = choices.below(6);
  if (choices.flag()) matrix.values.resize(matrix.rows * matrix.columns, some_real(choices));
}

/// Splits of another number of microclusters or directions: whole, or not.
void damage_split(Split& split, Choices& choices) {
  std::vector<double>* vectors[] = {&split.centre, &split.weights, &split.radii, &split.spread};
  DenseMatrix* matrices[] = {&split.projection, &split.start, &split.microclusters};
  const int kind = choices.below(4);
  if (kind == 0) reshape(*vectors[choices.below(4)], choices);
  if (kind == 1) reshape(*matrices[choices.below(3)], choices);
  if (kind == 2) split.side.resize(static_cast<std::size_t>(choices.below(6)), choices.below(4) - 1);
  if (kind == 3) {
    const auto count = static_cast<std::size_t>(choices.below(6));
    split.microclusters.rows = static_cast<Index>(count);
    split.microclusters.values.resize(count * static_cast<std::size_t>(split.microclusters.columns));
    split.weights.resize(count, 1);
    split.radii.resize(count);
    split.side.resize(count);
  }
}

void damage_node(Model& model, Choices& choices) {
  std::vector<Node>& nodes = model.tree.nodes;
  if (nodes.empty()) return;
  Node& node = nodes[place_below(choices, nodes.size())];
  Node& other = nodes[place_below(choices, nodes.size())];
  switch (choices.below(8)) {
    case 0:
      return std::swap(node.children, other.children);
    case 1:
      return std::swap(node.split, other.split);
    case 2:
      return std::swap(node.order, other.order);
    case 3:
      return std::swap(node.why_leaf, other.why_leaf);
    case 4:
      node.parent = static_cast<int>(&other - nodes.data());
      return;
    case 5:
      return nodes.resize(place_below(choices, nodes.size() + 3));
    case 6:
      node.children.push_back(static_cast<int>(&other - nodes.data()));
      return;
    default:
      if (node.split) damage_split(*node.split, choices);
  }
}

void damage_rest(Model& model, Choices& choices) {
  switch (choices.below(7)) {
    case 0:
      return reshape(model.transform.mean, choices);
    case 1:
      return reshape(model.transform.scale, choices);
    case 2:
      return reshape(model.transform.metric ? *model.transform.metric : model.transform.metric.emplace(),
                     choices);
    case 3:
      return model.columns.resize(static_cast<std::size_t>(choices.below(6)), "\xff\x1b[2J");
    case 4:
      if (model.reference) reshape(model.reference->rows, choices);
      return;
    case 5:
      if (model.cells) reshape(choices.flag() ? model.cells->coarse : model.cells->fine, choices);
      return;
    default:
      if (model.cells) model.cells->leaf.assign(model.cells->leaf.size(), choices.byte());
  }
}

/// The bytes after some damages; throws InvalidArgument where they are to the model itself, which does not
/// write what it would not read.
std::string damaged(const Built& from, Choices& choices) {
  if (choices.flag()) {
    Model model = from.model;
    while (!choices.rest().empty())
      choices.flag() ? damage_node(model, choices) : damage_rest(model, choices);
    return to_bytes(model);
  }
  samples::Parts parts = from.parts;
  while (!choices.rest().empty())
    choices.flag() ? damage_data(parts.data, choices) : damage_header(from, parts.header, choices);
  return parts.signed_again();
}

// ---- everything that takes a model

/// Standard input and output are strings while one lives.
class Redirected {
 public:
  explicit Redirected(const std::string& input)
      : in_(input), old_in_(std::cin.rdbuf(&in_)), old_out_(std::cout.rdbuf(&out_)) {}
  ~Redirected() {
    std::cin.rdbuf(old_in_);
    std::cout.rdbuf(old_out_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  std::string said() const { return out_.str(); }

 private:
  std::stringbuf in_, out_;
  std::streambuf *old_in_, *old_out_;
};

void show(const std::string& bytes, std::optional<int> node) {
  static const cli::Command command = cli::show_command();
  static cli::Interruption interruption;
  cli::Session session(interruption);
  const Redirected streams(bytes);
  std::vector<std::string> words{"-"};
  if (node) words.insert(words.end(), {"--node", std::to_string(*node)});
  require(command.run(cli::parse(command, words), session) == 0, "show ends well");
  require(!streams.said().empty(), "show says something");
}

void check_sureness(const Model& model, const TableView& rows) {
  if (!has_verdict(model)) return;
  const Verdict judged = verdict(model);
  require(judged.clusters.size() == static_cast<std::size_t>(model.tree.clusters()),
          "every cluster is judged");
  require(judged.splits.size() == model.tree.nodes.size(), "every node has its place in the verdict");
  const Confidence sure = confidence(model, rows);
  for (const double probability : sure.probability)
    require(probability >= 0 && probability <= 1 + 1e-9, "probabilities lie between 0 and 1");
}

void make_report(const Model& model, const TableView& rows, const std::vector<std::int32_t>& labels) {
  const ReportInput input{model, rows, labels, "t", {}, {}, {}, {}};
  Blob blob;
  require(!report_head(input, make_view(input), blob).empty(), "there is a report");
}

void check_planes(const Model& model, const TableView& rows) {
  for (const int node : model.tree.splits()) {
    project(model, node, rows);
    axes_in_columns(model, node);
    start_in_columns(model, node);
  }
}

void check_cuts(const Model& model, int node) {
  const auto clusters = static_cast<int>(model.tree.clusters());
  for (const int wanted : {1, 2, clusters / 2 + 1, clusters})
    require(cut(model, wanted).tree.clusters() <= wanted, "a cut leaves no more clusters than asked for");
  require(prune(model, node).tree.clusters() <= clusters, "pruning adds no cluster");
}

void run_built_model(std::string_view bytes) {
  Choices choices(bytes);
  const Built& from = built(choices.byte());
  const int way = choices.below(8), place = choices.byte();
  const std::string made = damaged(from, choices);
  const Model model = from_bytes(made);
  const std::size_t columns = model.transform.mean.size();
  std::vector<double> values(3 * columns);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::ldexp(static_cast<double>(i) - 2.5, 3 * (place % 5));
  const auto rows = TableView::row_major(values.data(), columns == 0 ? 0 : 3, columns);
  const std::vector<std::int32_t> labels = assign(model, rows);
  for (const std::int32_t label : labels)
    require(label >= 0 && label < model.tree.clusters(), "labels are 0 .. K-1");
  const int node = place % static_cast<int>(model.tree.nodes.size());
  if (way == 0)
    require(to_bytes(from_bytes(to_bytes(model))) == to_bytes(model),
            "a model can be saved and loaded again");
  if (way == 1) check_planes(model, rows);
  if (way == 2) check_cuts(model, node);
  if (way == 3) check_sureness(model, rows);
  if (way == 4) make_report(model, rows, labels);
  if (way == 5) show(made, {});
  if (way >= 6) show(made, node);
}

std::vector<std::string> built_model_seeds() {
  std::vector<std::string> seeds;
  for (int model = 0; model < 32; ++model)
    for (int way = 0; way < 8; ++way) {
      std::string bytes{static_cast<char>(model), static_cast<char>(way), static_cast<char>(model * 3),
                        static_cast<char>(way % 2)};
      for (int i = 0; i < model % 3 * 6; ++i) bytes.push_back(static_cast<char>(i * 41 + way * 7 + model));
      seeds.push_back(bytes);
    }
  return seeds;
}

}  // namespace

std::vector<Entry> built_model_entries() { return {{"built_model", run_built_model, built_model_seeds}}; }

}  // namespace scpp::fuzz
