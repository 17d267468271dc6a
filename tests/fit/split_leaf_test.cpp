// One more split by hand is the split that the fit would have made.
#include "scpp/split_leaf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

FitOptions options_for(int clusters) {
  FitOptions options;
  options.quality = Quality::fast;  // whose next split is that of its largest leaf
  options.clusters = clusters;
  options.split.microclusters = 40;
  options.split.balance = 0;  // a share of rows / clusters: with 0 both ways ask the same of a side
  return options;
}

int largest_leaf(const Tree& tree) {
  const std::vector<int> leaves = tree.leaves();
  return *std::max_element(leaves.begin(), leaves.end(),
                           [&](int a, int b) { return tree.nodes[a].rows < tree.nodes[b].rows; });
}

TEST(SplitLeaf, OfTheLargestLeafIsTheNextSplitOfTheFit) {
  const build::Blobs data = build::blobs(200, 4, 4, 3.0, 1);
  const Vector counts = build::random_counts(200, 3, 2);
  for (const std::size_t weight_count : {0, 200})
    for (int clusters = 1; clusters < 4; ++clusters) {
      const std::span<const double> weights(counts.data(), weight_count);
      const Model before = fit(build::view(data.rows), options_for(clusters), weights).model;
      const Model after = fit(build::view(data.rows), options_for(clusters + 1), weights).model;
      const Model split = split_leaf(before, largest_leaf(before.tree), build::view(data.rows), weights);
      EXPECT_EQ(to_bytes(split), to_bytes(after)) << clusters;
    }
}

TEST(SplitLeaf, OfASketchIsTheNextSplitOfItsFit) {
  const build::Blobs data = build::blobs(600, 4, 4, 3.0, 6);
  const auto options = [](int clusters) {
    FitOptions sketched = options_for(clusters);
    sketched.data.sketch = SketchRule::always;
    sketched.data.cells = 60;
    return sketched;
  };
  const Model before = fit(build::view(data.rows), options(3)).model;
  const Model split = split_leaf(before, largest_leaf(before.tree), build::view(data.rows));
  EXPECT_EQ(to_bytes(split), to_bytes(fit(build::view(data.rows), options(4)).model));
}

/// Cells of clusters that overlap depend on how many there are; those of a model stay as they were.
TEST(SplitLeaf, OfOverlappingClustersKeepsTheCells) {
  constexpr Index rows = 4000, columns = 12;
  RowMatrix table = build::normal_matrix(rows, columns, 12);
  const RowMatrix means = 0.9 * build::normal_matrix(3, columns, 13);
  for (Index i = 0; i < rows; ++i) table.row(i) += means.row(i % 3);
  FitOptions options;
  options.clusters = 3;
  options.data.sketch = SketchRule::always;
  const Model fitted = fit(build::view(table), options).model;
  ASSERT_EQ(fitted.cells->coarse.rows, 3) << "each in cells of its own";
  Model split = fitted;
  for (const int clusters : {4, 5}) {
    split = split_leaf(split, largest_leaf(split.tree), build::view(table));
    EXPECT_EQ(split.tree.clusters(), clusters);
    EXPECT_EQ(split.cells->fine.values, fitted.cells->fine.values);
  }
  EXPECT_EQ(assign(cut(split, 3), build::view(table)), assign(fitted, build::view(table)));
}

/// The number of cells follows the number of clusters; that of a model stays as it was.
TEST(SplitLeaf, OfManyClustersKeepsTheCells) {
  const build::Blobs data = build::blobs(6000, 4, 21, 6.0, 8);  // more rows than cells
  FitOptions options = options_for(21);
  options.quality = Quality::standard;
  options.data.sketch = SketchRule::always;
  const Model before = fit(build::view(data.rows), options).model;
  const int leaf = largest_leaf(before.tree);
  const Model after = split_leaf(before, leaf, build::view(data.rows));
  const std::vector<std::int32_t> labels = assign(after, build::view(data.rows));
  for (int label = 0; label < 22; ++label)
    EXPECT_EQ(after.tree.nodes[after.tree.leaves()[label]].rows, std::ranges::count(labels, label));
  EXPECT_EQ(assign(prune(after, leaf), build::view(data.rows)), assign(before, build::view(data.rows)));
}

TEST(SplitLeaf, RefusesOtherRows) {
  const build::Blobs data = build::blobs(100, 3, 2, 4.0, 7);
  const Model model = fit(build::view(data.rows), options_for(2)).model;
  const RowMatrix other = 2 * data.rows;
  EXPECT_THROW(split_leaf(model, model.tree.leaves().front(), build::view(other)), InvalidArgument);
}

TEST(SplitLeaf, TellsHowManyClustersThereAre) {
  const build::Blobs data = build::blobs(200, 4, 3, 3.0, 3);
  const Model before = fit(build::view(data.rows), options_for(3)).model;
  std::vector<int> told;
  const Observer watch = [&](const Progress& progress) {
    if (progress.stage == Stage::split) told.push_back(progress.clusters_found);
    return true;
  };
  split_leaf(before, largest_leaf(before.tree), build::view(data.rows), {}, watch);
  EXPECT_EQ(told, std::vector<int>{3});
}

TEST(SplitLeaf, UndoneByPruningIt) {
  const build::Blobs data = build::blobs(200, 4, 3, 3.0, 3);
  const Model before = fit(build::view(data.rows), options_for(3)).model;
  for (const int leaf : before.tree.leaves()) {
    const Model after = prune(split_leaf(before, leaf, build::view(data.rows)), leaf);
    EXPECT_EQ(assign(after, build::view(data.rows)), assign(before, build::view(data.rows)));
  }
}

TEST(SplitLeaf, SaysWhyNot) {
  const build::Blobs data = build::blobs(60, 3, 3, 4.0, 4);
  FitOptions options = options_for(3);
  options.split.balance = 1;
  const Model model = fit(build::view(data.rows), options).model;
  const auto message = [&](int node) {
    try {
      split_leaf(model, node, build::view(data.rows));
    } catch (const InvalidArgument& refusal) {
      return std::string(refusal.what());
    }
    return std::string("no refusal");
  };
  EXPECT_THAT(message(0), testing::HasSubstr("node 0 cannot be split: it is no leaf"));
  EXPECT_THAT(message(99), testing::HasSubstr("node 99 cannot be split: the tree has"));
  EXPECT_THAT(message(model.tree.leaves().front()), testing::HasSubstr("at least"));
}

TEST(SplitLeaf, CanBeCancelled) {
  const build::Blobs data = build::blobs(100, 3, 3, 3.0, 5);
  const Model model = fit(build::view(data.rows), options_for(2)).model;
  const auto stop = [](const Progress&) { return false; };
  EXPECT_THROW(split_leaf(model, model.tree.leaves().front(), build::view(data.rows), {}, stop), Cancelled);
}

}  // namespace
}  // namespace scpp
