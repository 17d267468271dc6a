// What must not change a clustering: units, order, constant columns, and how repetition is written down.
#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

FitOptions steady_fit(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;
  options.split.microclusters = 50;
  return options;
}

build::Labels labels_of(const RowMatrix& rows, const FitOptions& options,
                        const std::vector<double>& weights = {}) {
  return fit(build::view(rows), options, weights).labels;
}

TEST(Invariance, TheOrderOfTheRowsDoesNotMatter) {
  for (const int microclusters : {50, 1000}) {
    const auto made = build::blobs(180, 4, 3, 2.5, 1);
    FitOptions options = steady_fit(3);
    options.split.microclusters = microclusters;
    const auto before = labels_of(made.rows, options);
    const auto order = build::shuffled(180, 2);
    RowMatrix other(180, 4);
    build::Labels expected;
    for (Index i = 0; i < 180; ++i) {
      other.row(i) = made.rows.row(order[static_cast<std::size_t>(i)]);
      expected.push_back(before[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    }
    EXPECT_TRUE(build::same_partition(labels_of(other, options), expected))
        << microclusters << " microclusters";
  }
}

/// Powers of two keep every bit; other units move the last ones.
TEST(Invariance, TheUnitOfAColumnDoesNotMatter) {
  const auto made = build::blobs(150, 4, 3, 2.0, 3);
  const auto before = labels_of(made.rows, steady_fit(3));
  RowMatrix scaled = made.rows;
  scaled.col(1) *= 0x1p70;
  scaled.col(2) *= -0x1p-90;
  EXPECT_EQ(labels_of(scaled, steady_fit(3)), before);
  scaled.col(0) *= 1e9;
  scaled.col(0).array() += 3e8;
  EXPECT_TRUE(build::same_partition(labels_of(scaled, steady_fit(3)), before));
}

TEST(Invariance, TheUnitOfTheTableDoesNotMatter) {
  const auto made = build::blobs(120, 4, 3, 2.0, 4);
  for (const bool standardise : {true, false}) {
    FitOptions options = steady_fit(3);
    options.data.standardise = standardise;
    const auto before = labels_of(made.rows, options);
    for (const double unit : {1e-150, 1e-30, 1e30, 1e150, 1e290}) {
      const RowMatrix scaled = unit * made.rows;
      EXPECT_TRUE(build::same_partition(labels_of(scaled, options), before)) << unit;
    }
  }
}

TEST(Invariance, AConstantColumnDoesNotMatter) {
  const auto made = build::blobs(150, 3, 3, 2.0, 5);
  RowMatrix wider(150, 4);
  wider << made.rows.leftCols(1), RowMatrix::Constant(150, 1, 0.1), made.rows.rightCols(2);
  const Fit with = fit(build::view(wider), steady_fit(3));
  EXPECT_EQ(with.model.transform.constant_columns(), std::vector<Index>{1});
  EXPECT_TRUE(build::same_partition(with.labels, labels_of(made.rows, steady_fit(3))));
}

TEST(Invariance, AWeightIsThatManyRows) {
  const auto made = build::blobs(60, 3, 3, 2.0, 6);
  const Vector counts = build::random_counts(60, 4, 7);
  RowMatrix repeated(static_cast<Index>(counts.sum()), 3);
  build::Labels of_repeated;
  FitOptions options = steady_fit(3);
  options.split.microclusters = 1000;
  const auto weighted = labels_of(made.rows, options, {counts.begin(), counts.end()});
  for (Index i = 0, at = 0; i < 60; ++i)
    for (Index copy = 0; copy < static_cast<Index>(counts[i]); ++copy) {
      repeated.row(at++) = made.rows.row(i);
      of_repeated.push_back(weighted[static_cast<std::size_t>(i)]);
    }
  EXPECT_TRUE(build::same_partition(labels_of(repeated, options), of_repeated));
}

}  // namespace
}  // namespace scpp
