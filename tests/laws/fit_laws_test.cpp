// What every fit promises, over many combinations of options and shapes of data.
#include <gtest/gtest.h>

#include <tuple>

#include "base/isa.hpp"
#include "support/builders.hpp"
#include "support/partitions.hpp"
#include "support/sanitized.hpp"

namespace scpp {
namespace {

using build::expect_sound;

FitOptions small_fit(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;
  options.split.microclusters = 40;
  options.split.pursuit.max_steps = 15;
  return options;
}

using Combination = std::tuple<Method, Laplacian, KernelKind, Parametrisation, int>;
class FitLaws : public ::testing::TestWithParam<Combination> {
 protected:
  FitOptions options() const {
    FitOptions made = small_fit(4);
    auto& pursuit = made.split.pursuit;
    std::tie(made.method, pursuit.laplacian, pursuit.kernel, pursuit.parametrisation, pursuit.dimensions) =
        GetParam();
    return made;
  }
};

TEST_P(FitLaws, LabelsAreSoundAndFitTwiceEqualsFitOnce) {
  const auto made = build::blobs(90, 5, 4, 2.0, 3);
  const Fit first = fit(build::view(made.rows), options());
  expect_sound(first, build::view(made.rows));
  if (sanitized) return;  // the same code once more
  const Fit second = fit(build::view(made.rows), options());
  EXPECT_EQ(to_bytes(first.model), to_bytes(second.model));
  EXPECT_EQ(first.labels, second.labels);
}

INSTANTIATE_TEST_SUITE_P(All, FitLaws,
                         ::testing::Combine(::testing::Values(Method::divisive, Method::margin, Method::kway),
                                            ::testing::Values(Laplacian::normalised, Laplacian::standard),
                                            ::testing::Values(KernelKind::gaussian, KernelKind::laplace),
                                            ::testing::Values(Parametrisation::direct,
                                                              Parametrisation::polar),
                                            ::testing::Values(1, 2, 3)));

TEST(FitLaw, EveryLeafRuleIsSound) {
  const auto made = build::blobs(120, 4, 5, 2.0, 4);
  for (const auto rule : {LeafRule::largest, LeafRule::least_lambda2, LeafRule::size_and_lambda2}) {
    FitOptions options = small_fit(5);
    options.tree.rule = rule;
    expect_sound(fit(build::view(made.rows), options), build::view(made.rows));
  }
}

TEST(FitLaw, HoldsForFloatsByColumn) {
  const auto made = build::blobs(150, 7, 3, 1.0, 5);
  const Eigen::MatrixXf floats = made.rows.cast<float>();
  const auto view = TableView::column_major(floats.data(), 150, 7);
  expect_sound(fit(view, small_fit(4)), view);
  const RowMatrix doubles = floats.cast<double>();
  EXPECT_EQ(fit(view, small_fit(4)).labels, fit(build::view(doubles), small_fit(4)).labels);
}

/// What a table holds decides, not how it is written down: no bit differs.
TEST(FitLaw, FloatsAreTheSameValuesAsDoubles) {
  const auto made = build::blobs(300, 150, 3, 1.0, 5);
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> floats =
      made.rows.cast<float>();
  const RowMatrix doubles = floats.cast<double>();
  const auto view = TableView::row_major(floats.data(), 300, 150);
  EXPECT_EQ(to_bytes(fit(view, small_fit(3)).model), to_bytes(fit(build::view(doubles), small_fit(3)).model));
}

TEST(FitLaw, HoldsForRowsApartAndBackwards) {
  const auto made = build::blobs(60, 3, 3, 2.0, 6);
  RowMatrix wide(120, 8);  // every other row, every other column, read from the end
  wide.setConstant(std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < 60; ++i)
    for (Index k = 0; k < 3; ++k) wide(2 * (59 - i), 2 * (2 - k)) = made.rows(i, k);
  const TableView view(&wide(118, 4), 60, 3, -16, -2);
  EXPECT_EQ(fit(view, small_fit(3)).labels, fit(build::view(made.rows), small_fit(3)).labels);
}

TEST(FitLaw, HoldsWithWeightsThatMayBeZero) {
  const auto made = build::blobs(100, 4, 3, 2.0, 7);
  Vector weights = build::random_counts(100, 4, 8).array() - 1;  // 0 .. 3
  const Fit result = fit(build::view(made.rows), small_fit(3), {weights.data(), 100});
  EXPECT_EQ(result.model.tree.clusters(), 3u);
  EXPECT_EQ(assign(result.model, build::view(made.rows)), result.labels);
  EXPECT_EQ(result.model.tree.nodes[0].rows, weights.sum());
}

TEST(FitLaw, HoldsForMoreColumnsThanRows) {
  for (const Index columns : {31, 200}) {
    const auto made = build::blobs(30, columns, 3, 1.0, 9);
    expect_sound(fit(build::view(made.rows), small_fit(3)), build::view(made.rows));
  }
}

TEST(FitLaw, HoldsForDuplicates) {
  RowMatrix rows = build::normal_matrix(90, 3, 10);
  for (Index i = 30; i < 90; ++i) rows.row(i) = rows.row(i % 30);
  const Fit result = fit(build::view(rows), small_fit(3));
  expect_sound(result, build::view(rows));
  for (std::size_t i = 30; i < 90; ++i) EXPECT_EQ(result.labels[i], result.labels[i % 30]);
}

TEST(FitLaw, ThreadsDoNotMatter) {
  for (const Index columns : {20, 250}) {
    const auto made = build::blobs(700, columns, 4, 1.0, 11);
    FitOptions options = small_fit(4);
    const Fit alone = fit(build::view(made.rows), options);
    for (const int threads : {2, 5}) {
      options.threads = threads;
      Fit together = fit(build::view(made.rows), options);
      EXPECT_EQ(together.labels, alone.labels);
      together.model.options.threads = alone.model.options.threads;
      EXPECT_EQ(to_bytes(together.model), to_bytes(alone.model));
    }
  }
}

TEST(FitLaw, InstructionSetsDoNotMatter) {
  for (const Index columns : {20, 250}) {
    const auto made = build::blobs(300, columns, 4, 1.0, 12);
    const Fit best = fit(build::view(made.rows), small_fit(4));
    for (const Isa isa : {Isa::baseline, Isa::avx2}) {
      const ScopedIsa limited(isa);
      EXPECT_EQ(to_bytes(fit(build::view(made.rows), small_fit(4)).model), to_bytes(best.model));
    }
  }
}

TEST(FitLaw, CuttingCoarsens) {
  const auto made = build::blobs(200, 4, 6, 2.0, 13);
  const Fit result = fit(build::view(made.rows), small_fit(6));
  ASSERT_EQ(result.model.tree.clusters(), 6u);
  auto finer = result.labels;
  for (int clusters = 5; clusters >= 1; --clusters) {
    const Model coarse = cut(result.model, clusters);
    EXPECT_EQ(coarse.tree.clusters(), static_cast<std::size_t>(clusters));
    const auto labels = assign(coarse, build::view(made.rows));
    EXPECT_TRUE(build::is_refinement(finer, labels));
    finer = labels;
  }
}

TEST(FitLaw, ProjectionsAreCentred) {
  const auto made = build::blobs(100, 4, 2, 2.0, 14);
  const Fit result = fit(build::view(made.rows), small_fit(2));
  const DenseMatrix plane = project(result.model, 0, build::view(made.rows));
  ASSERT_EQ(plane.columns, 2u);
  const Split& split = *result.model.tree.nodes[0].split;
  for (std::size_t i = 0; i < 2; ++i) {
    double sum = 0, squares = 0;
    for (std::size_t row = 0; row < 100; ++row) {
      sum += plane(row, i);
      squares += plane(row, i) * plane(row, i);
    }
    EXPECT_NEAR(sum, 0, 1e-11) << "a sum of 100 numbers near 1";
    EXPECT_NEAR(squares / 99, split.spread[i] * split.spread[i], 1e-11);
  }
  const int nodes = static_cast<int>(result.model.tree.nodes.size());
  for (const int none : {-1, 1, nodes})  // node 1 is a leaf
    EXPECT_THROW(project(result.model, none, build::view(made.rows)), InvalidArgument) << none;
}

}  // namespace
}  // namespace scpp
