// What the qualities promise beside what every fit promises.
#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

using build::expect_sound;

class QualityLaws : public ::testing::TestWithParam<Quality> {
 protected:
  FitOptions options(int clusters) const {
    FitOptions made;
    made.quality = GetParam();
    made.clusters = clusters;
    made.threads = 1;
    made.split.microclusters = 40;
    return made;
  }
};

TEST_P(QualityLaws, LabelsAreSound) {
  for (const double separation : {0.7, 2.0}) {
    const auto made = build::blobs(250, 6, 4, separation, 3);
    expect_sound(fit(build::view(made.rows), options(4)), build::view(made.rows));
  }
}

TEST_P(QualityLaws, LabelsAreSoundOnCells) {
  const auto made = build::blobs(1500, 4, 3, 1.0, 4);
  FitOptions sketch = options(3);
  sketch.data.sketch = SketchRule::always;
  sketch.data.cells = 200;
  expect_sound(fit(build::view(made.rows), sketch), build::view(made.rows));
}

TEST_P(QualityLaws, HoldForDuplicatesLinesAndMoreColumnsThanRows) {
  RowMatrix twice = build::normal_matrix(80, 3, 5);
  twice.bottomRows(40) = twice.topRows(40).eval();
  const RowMatrix line = build::normal_vector(60, 6) * Eigen::RowVector3d(1, -2, 3);
  const RowMatrix wide = build::blobs(30, 70, 3, 1.0, 7).rows;
  for (const RowMatrix& rows : {twice, line, wide})
    expect_sound(fit(build::view(rows), options(3)), build::view(rows));
}

TEST_P(QualityLaws, ThreadsDoNotMatter) {
  const auto made = build::blobs(400, 8, 4, 1.0, 8);
  FitOptions several = options(4);
  const Fit alone = fit(build::view(made.rows), several);
  several.threads = 3;
  Fit together = fit(build::view(made.rows), several);
  EXPECT_EQ(together.labels, alone.labels);
  together.model.options.threads = 1;
  EXPECT_EQ(to_bytes(together.model), to_bytes(alone.model));
}

TEST_P(QualityLaws, SidesKeepTheBalance) {
  const RowMatrix rows = build::normal_matrix(300, 4, 9);
  FitOptions balanced = options(3);
  balanced.split.balance = 0.5;
  const Fit result = fit(build::view(rows), balanced);
  for (const Node& node : result.model.tree.nodes) EXPECT_GE(node.rows, 0.5 * 300 / 3);
}

TEST_P(QualityLaws, WeightsOfCentresAddUpToTheNode) {
  const auto made = build::blobs(300, 5, 3, 1.0, 10);
  const Fit result = fit(build::view(made.rows), options(4));
  for (const Node& node : result.model.tree.nodes) {
    if (!node.split) continue;
    double total = 0;
    for (const double weight : node.split->weights) total += weight;
    EXPECT_EQ(total, node.rows);
    EXPECT_EQ(node.split->neighbour_cut.has_value(), GetParam() != Quality::fast);
  }
}

INSTANTIATE_TEST_SUITE_P(All, QualityLaws, ::testing::Values(Quality::fast, Quality::standard));

}  // namespace
}  // namespace scpp
