// What is settled on some of the rows, and how much is asked of them.
#include "tree/plan.hpp"

#include <gtest/gtest.h>

#include "scpp/scpp.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr Index most_teachers = 2000;  // docs/method.md

FitOptions asking_for(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  return options;
}

/// A cloud without clusters has no tree that stays the same when it is searched a little longer.
TEST(Plan, ATreeThatTeachesIsAQuickOne) {
  for (const auto& [rows, microclusters] : {std::pair<Index, int>{600, 100}, {1000, 60}}) {
    const Cloud cloud{build::normal_matrix(rows, 4, 1), Vector::Ones(rows), {}};
    FitOptions asked = asking_for(6), quick = asked;
    quick.split.microclusters = microclusters;
    quick.split.pursuit.max_steps = 20;
    ASSERT_GT(asked.split.microclusters, quick.split.microclusters);
    ASSERT_GT(asked.split.pursuit.max_steps, quick.split.pursuit.max_steps);
    const auto parts = parts_by_tree(cloud, asked, {});
    ASSERT_TRUE(parts);
    EXPECT_EQ(*parts, parts_by_tree(cloud, quick, {})) << rows;
    quick.split.microclusters = 50;
    EXPECT_NE(*parts, parts_by_tree(cloud, quick, {})) << "who asks for less gets that";
  }
}

/// Four clouds that no edge joins are four clusters. Which two of them belong together the graph cannot say.
TEST(Plan, ComponentsAreClustersWhereAsManyAreAskedFor) {
  RowMatrix rows = build::normal_matrix(400, 3, 1);
  const double place[4] = {0, 300, 30, 330};
  for (Index i = 0; i < 400; ++i) rows(i, 0) += place[i % 4];
  const Teachers teachers({rows, Vector::Ones(400), {}});
  EXPECT_EQ(plan_partition(teachers, asking_for(4), {}).by, Plan::By::components);
  for (const int fewer : {2, 3})
    EXPECT_NE(plan_partition(teachers, asking_for(fewer), {}).by, Plan::By::components) << fewer;
}

/// A component of few rows may be a group of outliers.
TEST(Plan, ASmallComponentIsNotEnough) {
  RowMatrix rows = build::normal_matrix(400, 3, 1);
  for (Index i = 0; i < 400; ++i) rows(i, 0) += i % 20 ? 0 : 40;
  const Teachers teachers({rows, Vector::Ones(400), {}});
  EXPECT_NE(plan_partition(teachers, asking_for(2), {}).by, Plan::By::components);
}

/// In the metric the rows have variance 1 on the mean over its columns, and it is the one that the first of
/// them teach, however many there are.
TEST(Plan, TwoThousandRowsTeachTheMetric) {
  const double centres[5][2] = {{0, 0}, {16, 0}, {0, 16}, {16, 16}, {8, 8}};  // and eight columns of noise
  RowMatrix rows = build::normal_matrix(most_teachers + 40, 10, 2);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index column = 0; column < 2; ++column) rows(i, column) += centres[i % 5][column];
  const Fit made = fit(build::view(rows), asking_for(5));
  ASSERT_TRUE(made.model.transform.metric);
  const RowMatrix metric = view(*made.model.transform.metric);

  const Scaled scaled = standardise(build::view(rows), {}, true);
  const SeenCloud seen = seen_cloud(scaled, units_of(scaled));
  const RowMatrix mapped = in_metric(unstretched(seen.cloud).rows, metric);
  const RowMatrix centred = mapped.rowwise() - mapped.colwise().mean();
  EXPECT_NEAR(centred.squaredNorm(), static_cast<double>(centred.size()),
              tolerance::summation(centred.size(), centred.squaredNorm()));

  const Plan plan = plan_partition(Teachers(first_rows(seen.cloud, most_teachers)), asking_for(5), {});
  ASSERT_TRUE(plan.taught.metric);
  const RowMatrix taught = *seen.directions * *plan.taught.metric;
  EXPECT_LT((metric / metric.norm() - taught / taught.norm()).norm(), tolerance::rounding);
}

SeenCloud seen(const RowMatrix& rows) {
  const Scaled scaled = standardise(build::view(rows), {}, true);
  return seen_cloud(scaled, units_of(scaled));
}

/// Six columns that tell of the same two numbers, and one that is 1 in every tenth row, at random.
RowMatrix with_rare_values(std::uint64_t seed) {
  RowMatrix rows(600, 7);
  rows << build::normal_matrix(600, 2, seed) * build::normal_matrix(2, 6, seed + 1) +
              0.1 * build::normal_matrix(600, 6, seed + 2),
      (build::normal_matrix(600, 1, seed + 3).array() > 1.28).cast<double>();
  return rows;
}

TEST(Stretch, AColumnOfWhichTheOthersKnowNothingCountsLess) {
  const Vector stretch = seen(with_rare_values(3)).cloud.stretch;
  EXPECT_LT(stretch[6], 0.5 * stretch.head(6).minCoeff());
}

TEST(Stretch, ColumnsThatKnowNothingOfEachOtherCountAlike) {
  const Vector stretch = seen(build::normal_matrix(1000, 8, 4)).cloud.stretch;
  EXPECT_LT((stretch.array() - 1).abs().maxCoeff(), 0.05);
}

TEST(Stretch, DoesNotDependOnTheOrderOfColumnsOrOnConstantOnes) {
  const RowMatrix rows = with_rare_values(5);
  const Vector stretch = seen(rows).cloud.stretch;
  RowMatrix other(600, 8);
  other << rows.rowwise().reverse(), RowMatrix::Constant(600, 1, 7.0);
  const Vector reversed = seen(other).cloud.stretch.head(7).reverse();
  EXPECT_LT((reversed / reversed[0] - stretch / stretch[0]).norm(), tolerance::rounding);
}

TEST(Stretch, IsUndoneForTheTree) {
  const RowMatrix rows = with_rare_values(6);
  const Scaled scaled = standardise(build::view(rows), {}, true);
  const Units units = units_of(scaled);
  const Cloud cloud = unstretched(seen_cloud(scaled, units).cloud);
  EXPECT_LT((cloud.rows - gather(scaled, units.row)).norm(), tolerance::rounding * cloud.rows.norm());
}

}  // namespace
}  // namespace scpp
