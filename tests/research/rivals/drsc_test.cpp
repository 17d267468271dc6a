#include "rivals/drsc.hpp"

#include <gtest/gtest.h>

#include "rivals/components.hpp"
#include "rivals/quiet.hpp"
#include "scpp/scores.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

TEST(DrscObjective, GradientAgreesWithCentralDifferences) {
  const RowMatrix rows = build::normal_matrix(37, 5, 1), embedding = build::normal_matrix(37, 3, 2);
  const ColMatrix w = build::random_directions(5, 2, 3);
  for (Index column = 0; column < 2; ++column) {
    const DrscObjective objective(rows, embedding, 1.3, w, column);
    const Vector gradient = objective.at(w.col(column)).gradient;
    for (Index i = 0; i < 5; ++i) {
      Vector up = w.col(column), down = up;
      up[i] += tolerance::difference_step;
      down[i] -= tolerance::difference_step;
      const double slope =
          (objective.at(up).value - objective.at(down).value) / (2 * tolerance::difference_step);
      EXPECT_NEAR(gradient[i], slope, 1e-6 * gradient.norm());  // the demand on every gradient of the project
    }
  }
}

/// Three clusters in a plane of ten columns (variance 3.2 each), the other eight plain noise. The planted
/// plane is the truth that the directions are compared with.
struct Planted {
  RowMatrix rows;
  std::vector<std::int32_t> truth;
};

Planted planted_subspace(double noise) {
  Planted made{build::normal_matrix(240, 10, 5) * noise, {}};
  const RowMatrix spread = 0.3 * build::normal_matrix(240, 2, 6);
  const double corners[3][2] = {{0, 2.5}, {-2.2, -1.3}, {2.2, -1.3}};
  for (Index i = 0; i < 240; ++i) {
    made.truth.push_back(static_cast<std::int32_t>(i % 3));
    for (Index j = 0; j < 2; ++j) made.rows(i, j) = corners[i % 3][j] + spread(i, j);
  }
  made.rows.rowwise() -= made.rows.colwise().mean().eval();
  return made;
}

/// Share of the planted plane that the directions hold: 1 when they span it.
double share_of_plane(const ColMatrix& directions) { return directions.topRows(2).squaredNorm() / 2; }

/// The noise has the larger variance: principal components do not see the plane.
TEST(Drsc, FindsThePlantedSubspaceFromADisturbedStart) {
  const Planted made = planted_subspace(2);
  EXPECT_LT(share_of_plane(principal_directions(made.rows, 2)), 0.1);
  ColMatrix start = ColMatrix::Identity(10, 2) + 0.25 * build::normal_matrix(10, 2, 7);
  for (Index i = 0; i < 2; ++i) {
    for (Index k = 0; k < i; ++k) start.col(i) -= start.col(k).dot(start.col(i)) * start.col(k);
    start.col(i).normalize();
  }
  EXPECT_LT(share_of_plane(start), 0.7);
  const DrscRun run = run_drsc(made.rows, start, 3, 0.5, quiet);
  ASSERT_TRUE(run.clustering.usable()) << run.clustering.trouble;
  // The rounds end when the objective moves by less than 1e-4 of itself; it is quadratic in the angle to the
  // plane with a curvature near 1, so about 1e-2 radians are left, and ten times that are allowed.
  EXPECT_GT(share_of_plane(run.directions), 0.99);
  EXPECT_EQ(score(run.clustering.labels, made.truth).accuracy, 1);
}

TEST(Drsc, KeepsDirectionsOrthonormalAndTracesTheTrueObjective) {
  const Planted made = planted_subspace(1);
  const DrscRun run = run_drsc(made.rows, principal_directions(made.rows, 2), 3, 1, quiet);
  EXPECT_LT((run.directions.transpose() * run.directions - ColMatrix::Identity(2, 2)).norm(), 1e-10);
  ASSERT_GE(run.trace.size(), 2U);
  for (const double value : run.trace) {
    EXPECT_GT(value, 1 - 1e-6);  // the largest eigenvalue is 1 ...
    EXPECT_LE(value, 3 + 1e-6);  // ... and three of them are added
  }
}

TEST(Drsc, ChoosesAmongAllSigmas) {
  const Planted made = planted_subspace(0.5);
  const RivalResult found = drsc(made.rows, 3, quiet);
  EXPECT_EQ(score(found.labels, made.truth).accuracy, 1);
  EXPECT_NE(found.choice.find("by least distortion"), std::string::npos);
  EXPECT_FALSE(found.trace.empty());
}

}  // namespace
}  // namespace scpp
