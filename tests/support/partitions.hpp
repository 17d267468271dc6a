#pragma once
// Partitions, their comparison, and the promises every fit makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "scpp/scpp.hpp"

namespace scpp::build {

using Labels = std::vector<std::int32_t>;

/// Is every class of `fine` within one class of `coarse`?
inline bool is_refinement(const Labels& fine, const Labels& coarse) {
  std::map<std::int32_t, std::int32_t> image;
  for (std::size_t i = 0; i < fine.size(); ++i)
    if (image.emplace(fine[i], coarse[i]).first->second != coarse[i]) return false;
  return fine.size() == coarse.size();
}

inline bool same_partition(const Labels& a, const Labels& b) {
  return is_refinement(a, b) && is_refinement(b, a);
}

/// Labels are 0 .. K-1, none is empty, and assigning the rows of the fit gives exactly these labels.
inline void expect_sound(const Fit& fit, const TableView& table) {
  ASSERT_EQ(fit.labels.size(), table.rows());
  const auto clusters = static_cast<std::int32_t>(fit.model.tree.clusters());
  EXPECT_LE(clusters, fit.model.options.clusters);
  const std::set<std::int32_t> used(fit.labels.begin(), fit.labels.end());
  EXPECT_EQ(*used.begin(), 0);
  EXPECT_EQ(*used.rbegin(), clusters - 1);
  EXPECT_EQ(used.size(), static_cast<std::size_t>(clusters));
  EXPECT_EQ(assign(fit.model, table), fit.labels);
  for (const Node& node : fit.model.tree.nodes)
    EXPECT_EQ(node.children.empty(), node.why_leaf.has_value()) << "a leaf says why it is one";
}

}  // namespace scpp::build
