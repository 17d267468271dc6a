#include "micro/sketch_table.hpp"

#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "scpp/fit.hpp"

namespace scpp {
namespace {

/// Four clouds in 6 columns, more rows than one block of a sketch holds.
RowMatrix clouds() {
  Random random(9, 1);
  RowMatrix rows(20'000, 6);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j) rows(i, j) = (i % 4 == j ? 8.0 : 0.0) + random.normal();
  return rows;
}

TableView view(const RowMatrix& rows) {
  return TableView::row_major(rows.data(), static_cast<std::size_t>(rows.rows()), static_cast<std::size_t>(rows.cols()));
}

SketchedTable sketch(const Scaled& scaled) {
  return sketch_table(scaled, 256, 0, [](Index) {});
}

TEST(Sketch, KeepsWeightMeanAndNearlyTheCovariance) {
  const RowMatrix rows = clouds();
  const SketchedTable sketched = sketch(standardise(view(rows), {}, true));
  const double total = sketched.weights.sum();
  EXPECT_EQ(total, 20'000);
  const Vector mean = sketched.means.transpose() * sketched.weights / total;
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 1e-12);  // standardised rows have mean 0; 20,000 sums of order 1
  RowMatrix covariance = sketched.means.transpose() * sketched.weights.asDiagonal() * sketched.means / total;
  covariance += sketched.scatter_inside;
  // The scatter inside is measured on 2,048 sampled rows: a relative error of about sqrt(2 / 2048) = .03, three times that.
  EXPECT_LT((covariance.diagonal().array() - 1).abs().maxCoeff(), 0.1);
}

TEST(Sketch, HasTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix rows = clouds();
  const Scaled scaled = standardise(view(rows), {}, true);
  const auto with = [&](int threads) {
    const ScopedThreads scope(threads);
    return sketch(scaled);
  };
  const SketchedTable one = with(1), three = with(3);
  EXPECT_EQ(one.cell_of_row, three.cell_of_row);
  EXPECT_TRUE(one.means == three.means);
  EXPECT_TRUE(one.scatter_inside == three.scatter_inside);
}

TEST(Sketch, FitOnCellsFindsTheCloudsAndAssignsItsOwnRowsAlike) {
  const RowMatrix rows = clouds();
  FitOptions options;
  options.clusters = 4;
  options.data.sketch = SketchRule::always;
  const Fit found = fit(view(rows), options);
  ASSERT_TRUE(found.model.cells.has_value());
  EXPECT_EQ(assign(found.model, view(rows)), found.labels);
  EXPECT_EQ(assign(from_bytes(to_bytes(found.model)), view(rows)), found.labels);
  for (std::size_t i = 4; i < found.labels.size(); ++i) EXPECT_EQ(found.labels[i], found.labels[i % 4]) << i;
  const Model two = cut(found.model, 2);
  for (const auto label : assign(two, view(rows))) EXPECT_LT(label, 2);
}

}  // namespace
}  // namespace scpp
