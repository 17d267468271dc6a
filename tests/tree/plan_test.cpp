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
  const Cloud cloud{build::normal_matrix(600, 4, 1), Vector::Ones(600), {}};
  FitOptions asked = asking_for(6), quick = asked;
  quick.split.microclusters = 100;
  quick.split.pursuit.max_steps = 20;
  ASSERT_GT(asked.split.microclusters, quick.split.microclusters);
  ASSERT_GT(asked.split.pursuit.max_steps, quick.split.pursuit.max_steps);
  const auto parts = parts_by_tree(cloud, asked, {});
  ASSERT_TRUE(parts);
  EXPECT_EQ(*parts, parts_by_tree(cloud, quick, {}));
  quick.split.microclusters = 50;
  EXPECT_NE(*parts, parts_by_tree(cloud, quick, {})) << "who asks for less gets that";
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
  const RowMatrix mapped = in_metric(seen.cloud.rows, metric);
  const RowMatrix centred = mapped.rowwise() - mapped.colwise().mean();
  EXPECT_NEAR(centred.squaredNorm(), static_cast<double>(centred.size()),
              tolerance::summation(centred.size(), centred.squaredNorm()));

  const Plan plan = plan_partition(first_rows(seen.cloud, most_teachers), asking_for(5), {});
  ASSERT_TRUE(plan.taught.metric);
  const RowMatrix taught = *plan.taught.metric / plan.taught.metric->norm();
  EXPECT_LT((metric / metric.norm() - taught).norm(), tolerance::rounding);
}

}  // namespace
}  // namespace scpp
