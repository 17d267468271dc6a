#include "support/partitions.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scpp::build {

bool is_refinement(const Labels& fine, const Labels& coarse) {
  std::map<std::int32_t, std::int32_t> image;
  for (std::size_t i = 0; i < fine.size(); ++i)
    if (image.emplace(fine[i], coarse[i]).first->second != coarse[i]) return false;
  return fine.size() == coarse.size();
}

bool same_partition(const Labels& a, const Labels& b) { return is_refinement(a, b) && is_refinement(b, a); }

void expect_sound(const Fit& fit, const TableView& table) {
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
