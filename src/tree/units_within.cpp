#include "tree/units_within.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

constexpr double narrowest = 0.1;

/// The pooled variance of every column within the leaves.
Vector variance_within(const Scaled& scaled, const GrownTree& grown) {
  std::vector<std::vector<Index>> members(grown.tree.nodes.size());
  for (Index row = 0; row < std::ssize(grown.leaf_of_row); ++row)
    if (grown.leaf_of_row[row] >= 0) members[grown.leaf_of_row[row]].push_back(row);
  Vector squares = Vector::Zero(scaled.columns());
  for (const std::vector<Index>& rows : members) {
    if (rows.empty()) continue;
    RowMatrix leaf = gather(scaled, rows);
    Vector weights(leaf.rows());
    for (Index i = 0; i < std::ssize(weights); ++i) weights[i] = scaled.weights[rows[i]];
    leaf.rowwise() -= ((weights.transpose() * leaf) / weights.sum()).eval();
    squares += (weights.transpose() * leaf.cwiseAbs2()).transpose();
  }
  return squares / scaled.weights.sum();
}

}  // namespace

Scaled in_units_within(Scaled scaled, const GrownTree& grown) {
  const Vector variance = variance_within(scaled, grown);
  for (Index column = 0; column < std::ssize(scaled.transform.scale); ++column)
    scaled.transform.scale[column] /= std::max(narrowest, std::sqrt(variance[column]));
  return scaled;
}

}  // namespace scpp
