#include "report/view.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

void check_labels(std::span<const std::int32_t> labels, Index rows, Index count, const std::string& what) {
  if (std::ssize(labels) != rows)
    throw InvalidArgument("the report got " + std::to_string(labels.size()) + " " + what + " for " +
                          std::to_string(rows) + " rows");
  const auto outside =
      std::ranges::find_if(labels, [&](std::int32_t label) { return label < 0 || label >= count; });
  if (outside != labels.end())
    throw InvalidArgument("row " + std::to_string(outside - labels.begin() + 1) + " of the report has " +
                          what + " " + std::to_string(*outside) + ", outside 0 .. " + std::to_string(count) +
                          " - 1");
}

}  // namespace

void validate(const ReportInput& input) {
  const Index columns = input.model.transform.mean.size();
  if (input.model.tree.clusters() > most_clusters_drawn)
    throw InvalidArgument("a report draws at most " + std::to_string(most_clusters_drawn) +
                          " clusters, but the model has " + std::to_string(input.model.tree.clusters()) +
                          "; cut it to fewer (-k)");
  if (input.table.rows() == 0) throw InvalidArgument("a report needs at least one row");
  if (input.table.columns() != columns)
    throw InvalidArgument("the report's table has " + std::to_string(input.table.columns()) +
                          " columns, but the model was fitted to " + std::to_string(columns));
  check_labels(input.labels, input.table.rows(), input.model.tree.clusters(), "labels");
  if (!input.weights.empty() && std::ssize(input.weights) != input.table.rows())
    throw InvalidArgument("the report got " + std::to_string(input.weights.size()) + " weights for " +
                          std::to_string(input.table.rows()) + " rows");
  if (!input.names.empty() && std::ssize(input.names) != input.model.tree.clusters())
    throw InvalidArgument("the report got " + std::to_string(input.names.size()) + " names for " +
                          std::to_string(input.model.tree.clusters()) + " clusters");
  if (!input.truth.empty())
    check_labels(input.truth, input.table.rows(), input.class_names.size(), "known classes");
}

namespace {

constexpr Index most_rows_in_a_node = 4000, fewest_rows_in_a_node = 200, most_points_in_a_file = 120000;
constexpr Index fewest_rows_of_a_leaf = 5;

std::vector<std::vector<int>> leaves_below(const Tree& tree) {
  std::vector<std::vector<int>> below(tree.nodes.size());
  const std::vector<int> leaves = tree.leaves();
  for (Index label = 0; label < std::ssize(leaves); ++label)
    for (int node = leaves[label]; node >= 0; node = tree.nodes[node].parent)
      below[node].push_back(static_cast<int>(label));
  return below;
}

std::vector<double> weights_of_nodes(const ReportInput& input) {
  const Tree& tree = input.model.tree;
  const std::vector<int> leaves = tree.leaves();
  std::vector<double> weights(tree.nodes.size());
  for (Index row = 0; row < std::ssize(input.labels); ++row)
    weights[leaves[input.labels[row]]] += input.weight(row);
  for (Index node = std::ssize(tree.nodes) - 1; node > 0; --node)  // children stand behind their parents
    weights[tree.nodes[node].parent] += weights[node];
  return weights;
}

/// The first `count` rows of a leaf in the order of a hash of the row number.
std::vector<std::uint32_t> first_by_hash(const std::vector<std::uint32_t>& rows, Index count) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) keyed.emplace_back(Random(0, row).word(), row);
  std::ranges::partial_sort(keyed, keyed.begin() + count);
  std::vector<std::uint32_t> first;
  for (Index i = 0; i < count; ++i) first.push_back(keyed[i].second);
  return first;
}

constexpr Index most_named_columns = 5;

/// Cells kept for the drawn rows: two bytes each, in the room that the labels of all rows leave.
Index values_limit(const ReportInput& input) {
  constexpr Index bytes = 2800000, fewest = 100000, most = 1000000;
  const Index labels = input.labels.size() * (input.model.tree.clusters() > 256 ? 2 : 1);
  return std::clamp(bytes > labels ? (bytes - labels) / 2 : 0, fewest, most);
}

std::string column_name(const Model& model, Index column) {
  return model.columns.empty() ? "column " + std::to_string(column + 1) : model.columns[column];
}

/// The leading columns of every node in turn, then what sets clusters apart, then the rest, as far as there
/// is room.
std::vector<std::uint32_t> columns_worth_keeping(const ReportInput& input, const ReportView& view) {
  const Index columns = input.table.columns();
  const Index room = std::min(columns, values_limit(input) / std::ssize(view.sample.rows));
  std::vector<bool> chosen(columns);
  std::vector<std::uint32_t> kept;
  const auto keep = [&](std::uint32_t column) {
    if (std::ssize(kept) == room || chosen[column]) return;
    chosen[column] = true;
    kept.push_back(column);
  };
  const Index loadings = loadings_limit(input.model);
  for (Index place = 0; place < loadings && std::ssize(kept) < room; ++place)
    for (const auto& plane : view.planes)
      if (plane && place < std::ssize(plane->loading_columns)) keep(plane->loading_columns[place]);
  for (const std::uint32_t column : view.profile.columns) keep(column);
  for (std::uint32_t column = 0; column < columns && std::ssize(kept) < room; ++column) keep(column);
  std::ranges::sort(kept);
  return kept;
}

std::vector<std::string> all_warnings(const ReportInput& input) {
  std::vector<std::string> warnings = input.warnings;
  const Model& model = input.model;
  if (const auto constant = model.transform.constant_columns(); !constant.empty()) {
    std::string sentence = std::to_string(constant.size()) +
                           (std::ssize(constant) == 1 ? " column is constant and plays no part: "
                                                      : " columns are constant and play no part: ");
    for (Index i = 0; i < std::min(std::ssize(constant), most_named_columns); ++i)
      sentence += (i ? ", " : "") + column_name(model, constant[i]);
    warnings.push_back(sentence + (std::ssize(constant) > most_named_columns ? ", …" : "") + ".");
  }
  if (!model.missing_rule.empty())
    warnings.push_back("There were missing cells: " + model.missing_rule + ".");
  if (const auto leaves = model.tree.leaves(); static_cast<int>(leaves.size()) < model.options.clusters)
    warnings.push_back("Only " + std::to_string(leaves.size()) + " of the " +
                       std::to_string(model.options.clusters) +
                       " clusters asked for were found; the leaves of the tree say why.");
  return warnings;
}

}  // namespace

Index sample_limit(const Tree& tree) {
  const Index splits = std::max<Index>(1, tree.nodes.size() - tree.clusters());
  return std::clamp(most_points_in_a_file / splits, fewest_rows_in_a_node, most_rows_in_a_node);
}

Index sample_share(Index leaf_rows, Index node_rows, Index limit) {
  if (node_rows <= limit) return leaf_rows;
  const Index share = (leaf_rows * limit + node_rows - 1) / node_rows;
  return std::min(leaf_rows, std::max(share, fewest_rows_of_a_leaf));
}

std::vector<Index> DrawnRows::drawn(int node) const {
  std::vector<Index> positions;
  for (const int label : leaves[node])
    for (Index i = 0; i < taken(node, label); ++i) positions.push_back(first[label] + i);
  return positions;
}

DrawnRows draw_sample(const Tree& tree, std::span<const std::int32_t> labels) {
  const std::vector<int> leaf_nodes = tree.leaves();
  DrawnRows sample;
  sample.limit = sample_limit(tree);
  sample.leaves = leaves_below(tree);
  std::vector<std::vector<std::uint32_t>> members(leaf_nodes.size());
  for (Index row = 0; row < std::ssize(labels); ++row)
    members[labels[row]].push_back(static_cast<std::uint32_t>(row));
  for (const auto& rows : members) sample.leaf_rows.push_back(rows.size());
  for (const auto& below : sample.leaves) {
    Index rows = 0;
    for (const int label : below) rows += sample.leaf_rows[label];
    sample.node_rows.push_back(rows);
  }
  sample.first = {0};
  for (Index label = 0; label < std::ssize(leaf_nodes); ++label) {
    const int parent = tree.nodes[leaf_nodes[label]].parent;
    const int most_detailed = parent < 0 ? leaf_nodes[label] : parent;
    const auto rows = first_by_hash(members[label], sample.taken(most_detailed, static_cast<int>(label)));
    sample.rows.insert(sample.rows.end(), rows.begin(), rows.end());
    sample.first.push_back(sample.rows.size());
  }
  return sample;
}

ReportView make_view(const ReportInput& input) {
  validate(input);
  ReportView view;
  const Tree& tree = input.model.tree;
  view.sample = draw_sample(tree, input.labels);
  view.node_weights = weights_of_nodes(input);
  view.planes.resize(tree.nodes.size());
  for (Index node = 0; node < std::ssize(tree.nodes); ++node) {
    if (!tree.nodes[node].split) continue;
    std::vector<std::uint32_t> rows;
    for (const Index position : view.sample.drawn(static_cast<int>(node)))
      rows.push_back(view.sample.rows[position]);
    view.planes[node] = make_plane(input, static_cast<int>(node), rows);
  }
  view.profile = make_profile(input, view.sample);
  view.sureness = make_sureness(input, view.sample);
  view.value_columns = columns_worth_keeping(input, view);
  view.values.reserve(view.value_columns.size() * view.sample.rows.size());
  for (const std::uint32_t column : view.value_columns)
    for (const std::uint32_t row : view.sample.rows)
      view.values.push_back(static_cast<float>(input.table(row, column)));
  view.warnings = all_warnings(input);
  return view;
}

}  // namespace scpp
