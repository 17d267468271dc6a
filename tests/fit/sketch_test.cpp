// Fitting in passes: what is merged does not depend on order, and cuts at multiples of chunk_rows do not
// matter.
#include "scpp/sketch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "data/standardise.hpp"
#include "fit/sketch.hpp"
#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "scpp/scores.hpp"
#include "scpp/suggest.hpp"
#include "scpp/verdict.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr std::size_t row_count = 5 * chunk_rows + 700;

/// Four clouds in 6 columns, in several chunks, the last of them not whole.
const RowMatrix& clouds() {
  static const RowMatrix rows = [] {
    RowMatrix values = build::normal_matrix(row_count, 6, 9);
    for (Index i = 0; i < values.rows(); ++i) values(i, i % 4) += 8.0;
    return values;
  }();
  return rows;
}

FitOptions small_options() {
  FitOptions options;
  options.clusters = 4;
  options.data.sketch = SketchRule::always;
  options.data.cells = 256;
  return options;
}

struct Passes {
  Summary summary;
  SketchPlan plan;
  Sketch sketch;
};

/// The passes over the table cut before each row in `cuts`; parts are merged in the order that `order` gives.
Passes pass_over(const TableView& table, std::vector<std::size_t> cuts, const std::vector<std::size_t>& order,
                 std::span<const double> weights = {}) {
  cuts.insert(cuts.begin(), 0);
  cuts.push_back(table.rows());
  const FitOptions options = small_options();
  const auto rows = [&](std::size_t part) {
    return table.middle_rows(cuts[part], cuts[part + 1] - cuts[part]);
  };
  const auto weights_of = [&](std::size_t part) {
    return weights.empty() ? weights : weights.subspan(cuts[part], cuts[part + 1] - cuts[part]);
  };
  Passes passes;
  for (const std::size_t part : order)
    passes.summary = merge(std::move(passes.summary),
                           summarise(rows(part), cuts[part], table.rows(), options, weights_of(part)));
  passes.plan = plan_cells(passes.summary, options);
  for (const std::size_t part : order)
    passes.sketch =
        merge(std::move(passes.sketch), sketch(rows(part), passes.plan, options, weights_of(part)));
  return passes;
}

std::string model_bytes(const Passes& passes) {
  return to_bytes(finish(passes.summary, passes.plan, passes.sketch, small_options()));
}

TEST(Sketch, KeepsWeightMeanAndNearlyTheCovariance) {
  const Passes passes = pass_over(build::view(clouds()), {}, {0});
  const CellTable cells = cell_table(passes.summary, passes.plan, passes.sketch);
  const double total = cells.weights.sum();
  EXPECT_EQ(total, row_count);
  const Vector mean = cells.means.transpose() * cells.weights / total;
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 1e-12);  // standardised rows have mean 0; sums of order 1
  RowMatrix covariance = cells.means.transpose() * cells.weights.asDiagonal() * cells.means / total;
  covariance += cells.scatter_inside;
  // The scatter inside is measured on 2,048 sampled rows: a relative error of about sqrt(2 / 2048) = .03,
  // three times that.
  EXPECT_LT((covariance.diagonal().array() - 1).abs().maxCoeff(), 0.1);
}

TEST(Sketch, BlocksOfWholeChunksGiveTheModelOfFitInAnyOrder) {
  const TableView table = build::view(clouds());
  const std::string whole = to_bytes(fit(table, small_options()).model);
  EXPECT_EQ(model_bytes(pass_over(table, {}, {0})), whole);
  EXPECT_EQ(model_bytes(pass_over(table, {chunk_rows, 4 * chunk_rows}, {0, 1, 2})), whole);
  EXPECT_EQ(model_bytes(pass_over(table, {chunk_rows, 4 * chunk_rows}, {2, 0, 1})), whole);
  EXPECT_EQ(model_bytes(pass_over(table, {2 * chunk_rows, 3 * chunk_rows, 5 * chunk_rows}, {3, 1, 2, 0})),
            whole);
}

TEST(Sketch, MomentsOfSeveralChunksAreThoseOfTheirRows) {
  const RowMatrix rows = clouds().topRows(2 * chunk_rows);
  const Summary summary = summarise(build::view(rows), 0, rows.rows(), small_options());
  ASSERT_EQ(summary.pieces.size(), 1u);
  const Moments& moments = summary.pieces[0].moments;
  EXPECT_EQ(moments.weight, static_cast<double>(rows.rows()));
  for (Index c = 0; c < rows.cols(); ++c) {
    EXPECT_EQ(moments.low[c], rows.col(c).minCoeff());
    EXPECT_EQ(moments.high[c], rows.col(c).maxCoeff());
    const double width = moments.high[c] - moments.low[c];
    // Sums of n terms below 1, in another order.
    EXPECT_NEAR((moments.mean[c] - rows.col(c).mean()) / width, 0, tolerance::summation(rows.rows(), 1));
    EXPECT_NEAR(moments.squares[c] / ((rows.col(c).array() - rows.col(c).mean()) / width).square().sum(), 1,
                tolerance::summation(rows.rows(), 1));
  }
}

TEST(Sketch, OtherCutsMoveTheTransformByRoundingOnlyAndOrderStillDoesNotMatter) {
  const TableView table = build::view(clouds());
  const std::vector<std::size_t> cuts = {100, 9000, 9001, 3 * chunk_rows + 5};
  const Passes ascending = pass_over(table, cuts, {0, 1, 2, 3, 4}),
               mixed = pass_over(table, cuts, {3, 1, 4, 2, 0});
  EXPECT_EQ(model_bytes(ascending), model_bytes(mixed));
  const Transform exact = standardise(table, {}, true).transform;
  for (std::size_t column = 0; column < 6; ++column) {
    // Sums of 40,000 values of order 1 in two orders of addition.
    EXPECT_NEAR(ascending.plan.transform.mean[column], exact.mean[column], 1e-12);
    EXPECT_NEAR(ascending.plan.transform.scale[column], exact.scale[column], 1e-12);
  }
}

TEST(Sketch, WeightsTravelWithTheirBlocks) {
  const TableView table = build::view(clouds());
  std::vector<double> weights(row_count);
  for (std::size_t row = 0; row < row_count; ++row)
    weights[row] = row % 3 == 0 ? 0.0 : 0.5 * static_cast<double>(row % 5);
  const std::string whole = to_bytes(fit(table, small_options(), weights).model);
  EXPECT_EQ(model_bytes(pass_over(table, {2 * chunk_rows}, {1, 0}, weights)), whole);
}

TEST(Sketch, HasTheSameBitsForAnyNumberOfThreads) {
  FitOptions one = small_options(), three = small_options();
  one.threads = 1;
  three.threads = 3;
  const auto sketched = [](const FitOptions& options, std::vector<std::int32_t>& cell_of_row) {
    TableRows rows(build::view(clouds()));
    return sketch_table(rows, 2 * chunk_rows, options, {}, {}, [&](std::span<const std::int32_t> cells) {
      cell_of_row.insert(cell_of_row.end(), cells.begin(), cells.end());
    });
  };
  std::vector<std::int32_t> cells_a, cells_b;
  const SketchedTable a = sketched(one, cells_a), b = sketched(three, cells_b);
  EXPECT_EQ(to_bytes(a.summary), to_bytes(b.summary));
  EXPECT_EQ(to_bytes(a.plan), to_bytes(b.plan));
  EXPECT_EQ(to_bytes(a.sketch), to_bytes(b.sketch));
  EXPECT_EQ(cells_a, cells_b);
}

TEST(Sketch, BytesComeBackAndDamageIsSeen) {
  const Passes passes = pass_over(build::view(clouds()), {3 * chunk_rows}, {1, 0});
  const std::string summary = to_bytes(passes.summary), plan = to_bytes(passes.plan),
                    cells = to_bytes(passes.sketch);
  EXPECT_EQ(to_bytes(summary_from_bytes(summary)), summary);
  EXPECT_EQ(to_bytes(plan_from_bytes(plan)), plan);
  EXPECT_EQ(to_bytes(sketch_from_bytes(cells)), cells);
  EXPECT_THROW(summary_from_bytes(plan), FileError);
  std::string damaged = cells;
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_THROW(sketch_from_bytes(damaged), FileError);
}

TEST(Sketch, ABlockNoneOfWhoseRowsAreSampledComesBack) {
  // One row of a billion is not among the 2048 smallest keys, but for a chance of 2e-6; seed and row are
  // fixed.
  const Summary summary =
      summarise(build::view(clouds()).middle_rows(0, 1), 12345, 1'000'000'000, small_options());
  ASSERT_TRUE(summary.sample.rows.empty());
  const std::string bytes = to_bytes(summary);
  EXPECT_EQ(to_bytes(summary_from_bytes(bytes)), bytes);
}

TEST(Sketch, BlocksOfLittleOrNoWeightComeBack) {
  for (const double weight : {0.0, 0.01}) {
    const std::vector<double> weights(10, weight);
    const Summary summary =
        summarise(build::view(clouds()).middle_rows(0, 10), 0, row_count, small_options(), weights);
    EXPECT_EQ(to_bytes(summary_from_bytes(to_bytes(summary))), to_bytes(summary)) << weight;
  }
}

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Sketch, MissingAndDoubledRowsAreRefused) {
  const TableView table = build::view(clouds());
  const FitOptions options = small_options();
  const Summary first = summarise(table.middle_rows(0, 100), 0, 300, options);
  const Summary last = summarise(table.middle_rows(200, 100), 200, 300, options);
  EXPECT_EQ(refusal([&] { plan_cells(merge(first, last), options); }),
            "rows 101 to 200 are missing from the merged parts");
  EXPECT_EQ(refusal([&] { merge(first, first); }), "row 1 is in two of the merged parts");
  EXPECT_EQ(refusal([&] { summarise(table, 1, row_count, options); }),
            "the block ends at row " + std::to_string(row_count + 1) + ", but the table has " +
                std::to_string(row_count) + " rows");
  const Passes passes = pass_over(table, {}, {0});
  const Sketch part = sketch(table.middle_rows(0, 10), passes.plan, options);
  EXPECT_EQ(refusal([&] { finish(passes.summary, passes.plan, part, options); }),
            "the sketch holds 10 rows, but the table has " + std::to_string(row_count));
}

TEST(Sketch, RowsThatWereNotSummarisedAreRefused) {
  const Passes passes = pass_over(build::view(clouds()), {}, {0});
  RowMatrix stranger = clouds().topRows(3);
  stranger(1, 2) = 1e9;
  EXPECT_EQ(refusal([&] { sketch(build::view(stranger), passes.plan, small_options()); }),
            "row 2 of the block is not one that was summarised");
}

TEST(Sketch, FitOnCellsFindsTheCloudsAndAssignsItsOwnRowsAlike) {
  const TableView table = build::view(clouds());
  const Fit found = fit(table, small_options());
  ASSERT_TRUE(found.model.cells.has_value());
  EXPECT_EQ(assign(found.model, table), found.labels);
  EXPECT_EQ(assign(from_bytes(to_bytes(found.model)), table), found.labels);
  std::size_t astray = 0;
  for (std::size_t i = 4; i < found.labels.size(); ++i) astray += found.labels[i] != found.labels[i % 4];
  // Clouds stand 8 sqrt(2) standard deviations apart; with 256 cells hardly a cell holds rows of two of them.
  EXPECT_LT(astray, row_count / 1000);
  const Model two = cut(found.model, 2);
  for (const auto label : assign(two, table)) ASSERT_LT(label, 2);
}

TEST(Sketch, AClusterOfOneRowInAThousandIsFound) {
  RowMatrix values = build::normal_matrix(row_count, 6, 10);
  std::vector<std::int32_t> truth;
  for (Index i = 0; i < values.rows(); ++i) {
    truth.push_back(i % 1000 == 0 ? 4 : static_cast<std::int32_t>(i % 4));
    values(i, truth.back()) += 12;
  }
  FitOptions options = small_options();
  options.clusters = 5;
  options.data.cells = 4096;
  EXPECT_DOUBLE_EQ(score(fit(build::view(values), options).labels, truth).ari, 1);
}

/// Every so many rows of these would be rows of one cloud, whatever part of them is looked at.
TEST(Sketch, RowsMayComeInTurn) {
  RowMatrix values = build::normal_matrix(28'000, 4, 11);
  for (Index i = 0; i < values.rows(); ++i) values(i, i % 4) += 12;
  FitOptions options;
  options.clusters = choose_clusters;
  EXPECT_EQ(suggest(build::view(values), options).clusters, 4);
  options.clusters = 4;
  const Fit found = fit(build::view(values), options);
  ASSERT_TRUE(found.model.cells);
  for (Index i = 4; i < values.rows(); ++i) ASSERT_EQ(found.labels[i], found.labels[i % 4]) << "row " << i;
}

/// Also where cells depend on the number of clusters, because they overlap.
TEST(Sketch, ToChooseIsToFitWithThatNumber) {
  RowMatrix values = build::normal_matrix(6000, 12, 12);
  for (Index i = 0; i < values.rows(); ++i) values(i, i % 3) += 3.5;
  FitOptions options;
  options.data.sketch = SketchRule::always;
  options.clusters = choose_clusters;
  const Fit chosen = fit(build::view(values), options);
  options.clusters = 3;
  const Fit given = fit(build::view(values), options);
  ASSERT_EQ(given.model.cells->coarse.rows, 3) << "each in cells of its own";
  EXPECT_EQ(chosen.labels, given.labels);
  EXPECT_TRUE(to_bytes(chosen.model) == to_bytes(given.model));
  options.data.cells = 25;  // too few for each cluster to have its own
  EXPECT_EQ(fit(build::view(values), options).model.cells->coarse.rows, 5) << "the root of 25";
}

TEST(Sketch, ACloudCutInTwoIsCalledDoubtful) {
  FitOptions options = small_options();
  options.clusters = 5;  // one more than there are
  const Verdict said = verdict(fit(build::view(clouds()), options).model);
  int doubtful = 0;
  for (const ClusterVerdict& each : said.clusters) doubtful += clarity_of(each.clarity) == Clarity::doubtful;
  EXPECT_EQ(doubtful, 2) << said.sentence;
}

TEST(SketchPlan, ManyClustersHaveMoreCells) {
  FitOptions options;
  const auto wanted = [&](int clusters, Index columns) {
    options.clusters = clusters;
    return cells_wanted(options, columns);
  };
  const Index usual = wanted(2, 32);
  EXPECT_EQ(wanted(20, 32), usual);
  EXPECT_EQ(wanted(50, 32), 200 * 50);
  EXPECT_EQ(wanted(100'000, 32), wanted(1000, 32)) << "their neighbours are sought among all of them";
  EXPECT_EQ(wanted(100, wide_columns + 1), usual);
  options.quality = Quality::fast;
  EXPECT_EQ(wanted(100, 32), usual) << "the paper's tree asks no neighbours";
  options.data.cells = 300;
  EXPECT_EQ(wanted(100, 32), 300);
}

TEST(SketchPlan, TakesAsManyClustersAsThereAreRowsAndNoMore) {
  const RowMatrix rows = build::normal_matrix(20, 3, 12);
  FitOptions options = small_options();
  const Summary summary = summarise(build::view(rows), 0, 20, options);
  options.clusters = 20;
  EXPECT_EQ(plan_cells(summary, options).rows, 20);
  options.clusters = 21;
  EXPECT_THROW(plan_cells(summary, options), InvalidArgument);
}

}  // namespace
}  // namespace scpp
