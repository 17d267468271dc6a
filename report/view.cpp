#include "report/view.hpp"

#include <algorithm>

#include "report/moments.hpp"

namespace scpp {
namespace {

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
    std::string sentence =
        std::to_string(constant.size()) + (std::ssize(constant) == 1 ? " column is constant and plays no part: "
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

ReportView make_view(const ReportInput& input) {
  validate(input);
  ReportView view;
  const Tree& tree = input.model.tree;
  view.sample = draw_sample(tree, input.labels);
  view.planes.resize(tree.nodes.size());
  for (Index node = 0; node < std::ssize(tree.nodes); ++node) {
    if (!tree.nodes[node].split) continue;
    std::vector<std::uint32_t> rows;
    for (const Index position : view.sample.drawn(static_cast<int>(node)))
      rows.push_back(view.sample.rows[position]);
    view.planes[node] = make_plane(input, static_cast<int>(node), rows);
  }
  view.profile = make_profile(input, view.sample);
  view.value_columns = columns_worth_keeping(input, view);
  view.values.reserve(view.value_columns.size() * view.sample.rows.size());
  for (const std::uint32_t column : view.value_columns)
    for (const std::uint32_t row : view.sample.rows)
      view.values.push_back(static_cast<float>(input.table(row, column)));
  view.warnings = all_warnings(input);
  return view;
}

}  // namespace scpp
