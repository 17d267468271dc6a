// Awkward tables get a right answer or one clear sentence; never a crash, a hang or a label that is none.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "support/builders.hpp"
#include "support/partitions.hpp"
#include "support/sanitized.hpp"

namespace scpp {
namespace {

using build::expect_sound;

FitOptions asking_for(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;
  return options;
}

std::string refusal(const RowMatrix& rows, const FitOptions& options,
                    const std::vector<double>& weights = {}) {
  try {
    fit(build::view(rows), options, weights);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

/// Fits, checks all promises, and gives the number of clusters.
std::size_t clusters_found(const RowMatrix& rows, const FitOptions& options) {
  const Fit result = fit(build::view(rows), options);
  expect_sound(result, build::view(rows));
  return result.model.tree.clusters();
}

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(BadInput, ValuesThatAreNone) {
  RowMatrix rows = build::normal_matrix(20, 3, 1);
  rows(11, 1) = nan_value;
  EXPECT_EQ(refusal(rows, asking_for(2)), "row 12, column 2 is not a number (NaN)");
  rows(11, 1) = infinity;
  EXPECT_EQ(refusal(rows, asking_for(2)), "row 12, column 2 is infinite");
  rows(11, 1) = -infinity;
  EXPECT_EQ(refusal(rows, asking_for(2)), "row 12, column 2 is infinite");
}

TEST(BadInput, ClusterCountsThatCannotBe) {
  const RowMatrix rows = build::normal_matrix(5, 3, 2);
  EXPECT_EQ(refusal(rows, asking_for(6)), "clusters is 6, but the table has only 5 rows");
  EXPECT_EQ(refusal(rows, asking_for(2'000'000'000)),
            "clusters is 2000000000, but the table has only 5 rows");
  EXPECT_EQ(refusal(rows, asking_for(0)), "clusters is 0, but must be >= 1");
  EXPECT_EQ(refusal(rows, asking_for(-3)), "clusters is -3, but must be >= 1");
}

TEST(BadInput, EmptyTables) {
  EXPECT_EQ(refusal(RowMatrix(0, 3), asking_for(1)), "the table has no rows");
  EXPECT_EQ(refusal(RowMatrix(3, 0), asking_for(1)), "the table has no columns");
}

TEST(BadInput, Weights) {
  const RowMatrix rows = build::normal_matrix(3, 2, 3);
  EXPECT_EQ(refusal(rows, asking_for(2), {1, 2}), "there are 2 weights for 3 rows");
  EXPECT_EQ(refusal(rows, asking_for(2), {1, -2, 1}),
            "the weight of row 2 is -2.000000, but weights are finite and not negative");
  EXPECT_EQ(refusal(rows, asking_for(2), {1, 1, nan_value}),
            "the weight of row 3 is nan, but weights are finite and not negative");
  EXPECT_EQ(refusal(rows, asking_for(2), {0, 0, 0}), "all weights are 0");
}

/// Rows that are all alike are one cluster, and the only leaf says so.
TEST(BadInput, NothingToTellApart) {
  for (const double value : {0.0, 0.1, -1e300, 1e-300})
    for (const Index columns : {1, 4, 300}) {
      const RowMatrix rows = RowMatrix::Constant(30, columns, value);
      const Fit result = fit(build::view(rows), asking_for(3));
      expect_sound(result, build::view(rows));
      EXPECT_EQ(result.model.tree.clusters(), 1u);
      EXPECT_EQ(result.model.tree.nodes[0].why_leaf->sentence, "fewer than 2 distinct rows");
    }
}

TEST(BadInput, OneColumn) {
  RowMatrix rows = build::normal_matrix(60, 1, 4);
  rows.bottomRows(30).array() += 20;
  const Fit result = fit(build::view(rows), asking_for(2));
  expect_sound(result, build::view(rows));
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(result.labels[i] == result.labels[0], i < 30);
}

/// All rows on one line in many columns: the covariance has rank 1.
TEST(BadInput, AllRowsOnALine) {
  RowMatrix places = build::normal_matrix(300, 1, 13);
  places.bottomRows(150).array() += 20;
  const RowMatrix rows = places * build::normal_matrix(1, 150, 14);
  const Fit result = fit(build::view(rows), asking_for(2));
  expect_sound(result, build::view(rows));
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(result.labels[i] == result.labels[0], i < 150);
}

TEST(BadInput, ManyMoreColumnsThanRows) {
  RowMatrix rows = build::normal_matrix(10, 2000, 5);
  rows.bottomRows(5).array() += 3;
  const Fit result = fit(build::view(rows), asking_for(2));
  expect_sound(result, build::view(rows));
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(result.labels[i] == result.labels[0], i < 5);
}

/// As many clusters as distinct rows are found; more are not.
TEST(BadInput, FewDistinctRows) {
  RowMatrix rows(40, 2);
  for (Index i = 0; i < 40; ++i) rows.row(i) << static_cast<double>(i % 2), static_cast<double>(i / 2 % 2);
  EXPECT_EQ(clusters_found(rows, asking_for(4)), 4u);
  EXPECT_EQ(clusters_found(rows, asking_for(7)), 4u);
}

/// A row 1e12 away squeezes all others together, yet it is not parted off alone: the balance asks for 10 rows
/// a side. So there are two clusters of that size, or one whose leaf says why it is not split.
TEST(BadInput, OneGiantOutlier) {
  auto made = build::blobs(100, 3, 2, 4.0, 6);
  made.rows.row(50).setConstant(1e12);
  const Fit result = fit(build::view(made.rows), asking_for(2));
  expect_sound(result, build::view(made.rows));
  for (const int leaf : result.model.tree.leaves())
    EXPECT_GE(result.model.tree.nodes[static_cast<std::size_t>(leaf)].rows, 10);
}

TEST(BadInput, HugeAndTinyValues) {
  const auto made = build::blobs(80, 3, 2, 4.0, 7);
  for (const double unit : {1e300, 1e-300}) {
    const RowMatrix rows = unit * made.rows;
    const Fit result = fit(build::view(rows), asking_for(2));
    expect_sound(result, build::view(rows));
    EXPECT_TRUE(build::same_partition(result.labels, made.truth)) << unit;
  }
  RowMatrix mixed = made.rows;
  mixed.col(0) *= 1e300;
  mixed.col(1) *= 1e-300;
  EXPECT_TRUE(build::same_partition(fit(build::view(mixed), asking_for(2)).labels, made.truth));
}

TEST(BadInput, AsManyClustersAsRows) {
  for (const Index rows : {1, 2, 3, 7}) {
    const RowMatrix table = build::normal_matrix(rows, 3, 8);
    EXPECT_EQ(clusters_found(table, asking_for(static_cast<int>(rows))), static_cast<std::size_t>(rows));
    EXPECT_EQ(clusters_found(table, asking_for(1)), 1u);
  }
}

TEST(BadInput, TwoMicroclusters) {
  const auto made = build::blobs(80, 3, 2, 6.0, 9);
  FitOptions options = asking_for(2);
  options.split.microclusters = 2;
  const Fit result = fit(build::view(made.rows), options);
  expect_sound(result, build::view(made.rows));
  EXPECT_TRUE(build::same_partition(result.labels, made.truth));
}

TEST(BadInput, MoreDimensionsThanColumns) {
  const auto made = build::blobs(60, 2, 2, 4.0, 10);
  FitOptions options = asking_for(2);
  options.split.pursuit.dimensions = 9;
  EXPECT_EQ(clusters_found(made.rows, options), 2u);
}

TEST(BadInput, ExtremeBandwidths) {
  const auto made = build::blobs(60, 3, 2, 4.0, 11);
  for (const double sigma : {1e-12, 1e-3, 1e3, 1e12})
    for (const auto method : {Method::divisive, Method::margin, Method::kway})
      for (const auto laplacian : {Laplacian::normalised, Laplacian::standard}) {
        if (sanitized && (laplacian == Laplacian::standard || sigma == 1e-3)) continue;
        FitOptions options = asking_for(2);
        options.method = method;
        options.split.pursuit.sigma = sigma;
        options.split.pursuit.laplacian = laplacian;
        clusters_found(made.rows, options);
      }
}

TEST(BadInput, RowsThatDoNotFitTheModel) {
  const auto made = build::blobs(60, 3, 2, 4.0, 12);
  const Model model = fit(build::view(made.rows), asking_for(2)).model;
  const RowMatrix narrow = made.rows.leftCols(2);
  try {
    assign(model, build::view(narrow));
    FAIL() << "accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "the rows have 2 columns, but the model was fitted on 3");
  }
  RowMatrix bad = made.rows;
  bad(3, 1) = nan_value;
  EXPECT_THROW(assign(model, build::view(bad)), InvalidArgument);
  EXPECT_TRUE(assign(model, build::view(RowMatrix(0, 3))).empty());
}

}  // namespace
}  // namespace scpp
