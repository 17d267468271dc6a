#include "report/sample.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"

namespace scpp {
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

}  // namespace scpp
