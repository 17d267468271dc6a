// Algorithm 2: which leaves are searched.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "scpp/scpp.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

constexpr Index of_each = 50;

/// Round clouds of `of_each` rows at these places of a plane.
RowMatrix clouds_at(std::initializer_list<std::pair<double, double>> places) {
  RowMatrix rows = build::normal_matrix(of_each * std::ssize(places), 2, 4);
  Index row = 0;
  for (const auto& [x, y] : places)
    for (Index i = 0; i < of_each; ++i, ++row) rows(row, 0) += x, rows(row, 1) += y;
  return rows;
}

struct Effort {
  Index told = 0;     ///< evaluations until the last split
  Index of_tree = 0;  ///< of the splits of the tree
  std::vector<double> sizes;
};

Effort effort(const RowMatrix& rows, int clusters, int threads) {
  FitOptions options;
  options.quality = Quality::fast;
  options.clusters = clusters;
  options.threads = threads;
  options.data.standardise = false;
  Effort effort;
  const Fit made = fit(build::view(rows), options, {}, [&](const Progress& progress) {
    if (progress.stage == Stage::split) effort.told = progress.evaluations;
    return true;
  });
  for (const Node& node : made.model.tree.nodes) {
    effort.sizes.push_back(node.rows);
    if (node.split) effort.of_tree += node.split->evaluations;
  }
  return effort;
}

/// Threads that would be idle search leaves in advance, those that will be split: here each is. Of four
/// clouds of one size three are to be split, the first ones; and a cloud by itself is not, beside three that
/// hang together.
TEST(Grow, SearchesNoLeafInVain) {
  const RowMatrix two_and_two = clouds_at({{-40, -12}, {-40, 12}, {40, -12}, {40, 12}});
  const RowMatrix one_and_three = clouds_at({{-80, 0}, {40, -12}, {40, 0}, {40, 12}});
  for (const int threads : {1, 2, 3, 4, 8}) {
    const Effort seven = effort(two_and_two, 7, threads), four = effort(one_and_three, 4, threads);
    ASSERT_EQ(std::ranges::count(seven.sizes, 2 * of_each), 2) << "two and two";
    ASSERT_EQ(std::ranges::count(four.sizes, 3 * of_each), 1) << "one and three";
    EXPECT_GT(four.told, 0);
    EXPECT_EQ(seven.told, seven.of_tree) << threads;
    EXPECT_EQ(four.told, four.of_tree) << threads;
  }
}

}  // namespace
}  // namespace scpp
