#pragma once
// How clusters are numbered.
#include <cstdint>
#include <vector>

#include "scpp/model.hpp"

namespace scpp {

/// The label of a leaf is its position among the leaves; -1 for inner nodes.
inline std::vector<std::int32_t> label_of_node(const Tree& tree) {
  std::vector<std::int32_t> label(tree.nodes.size(), -1);
  const std::vector<int> leaves = tree.leaves();
  for (Index i = 0; i < std::ssize(leaves); ++i) label[leaves[i]] = static_cast<std::int32_t>(i);
  return label;
}

}  // namespace scpp
