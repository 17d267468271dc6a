#include "tree/units_within.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

constexpr double narrowest = 0.1;

/// The pooled variance of every column within the leaves.
Vector variance_within(const Scaled& scaled, const GrownTree& grown) {
  std::vector<std::vector<Index>> members(grown.tree.nodes.size());
  for (std::size_t row = 0; row < grown.leaf_of_row.size(); ++row)
    if (grown.leaf_of_row[row] >= 0)
      members[static_cast<std::size_t>(grown.leaf_of_row[row])].push_back(static_cast<Index>(row));
  Vector squares = Vector::Zero(scaled.columns());
  for (const std::vector<Index>& rows : members) {
    if (rows.empty()) continue;
    RowMatrix leaf = gather(scaled, rows);
    Vector weights(leaf.rows());
    for (Index i = 0; i < weights.size(); ++i) weights[i] = scaled.weights[rows[static_cast<std::size_t>(i)]];
    leaf.rowwise() -= ((weights.transpose() * leaf) / weights.sum()).eval();
    squares += (weights.transpose() * leaf.cwiseAbs2()).transpose();
  }
  return squares / scaled.weights.sum();
}

}  // namespace

Scaled in_units_within(Scaled scaled, const GrownTree& grown) {
  const Vector variance = variance_within(scaled, grown);
  for (std::size_t column = 0; column < scaled.transform.scale.size(); ++column)
    scaled.transform.scale[column] /= std::max(narrowest, std::sqrt(variance[static_cast<Index>(column)]));
  return scaled;
}

}  // namespace scpp
