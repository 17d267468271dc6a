// Graphs whose lambda_2 is repeated by symmetry: the objective has a kink there, and knows it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/decompositions.hpp"
#include "optim/minimise.hpp"
#include "spectral/objective.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

/// Four equal clusters at the corners of a square in the first two coordinates, invariant under reflections
/// and under their exchange, with a third coordinate that respects this. `stretch` scales the second
/// coordinate: 1 gives lambda_2 = lambda_3 exactly, a little more parts them a little.
NodeData four_clusters(double stretch) {
  constexpr Index offsets = 5;
  RowMatrix rows(8 * offsets, 3);
  Random random(3, 0);
  for (Index i = 0; i < offsets; ++i) {
    const double x = 2 + 0.6 * random.normal(), y = 2 + 0.6 * random.normal(), z = random.normal();
    for (Index corner = 0; corner < 4; ++corner) {
      const double sign_x = corner & 1 ? -1 : 1, sign_y = corner & 2 ? -1 : 1;
      rows.row(8 * i + 2 * corner) << sign_x * x, stretch * sign_y * y, z;
      rows.row(8 * i + 2 * corner + 1) << sign_x * y, stretch * sign_y * x, z;
    }
  }
  return build::node(rows, Vector::Ones(rows.rows()));
}

ObjectiveOptions kink_options() {
  ObjectiveOptions options;
  options.graph.sigma = 1.5;
  return options;
}

Vector symmetric_start(Index d = 3) {
  return parameters_of(Parametrisation::direct, ColMatrix::Identity(d, 2));
}

TEST(Kink, IsSeenWhereLambda2IsRepeated) {
  for (const auto kind : {Laplacian::normalised, Laplacian::standard}) {
    const NodeData node = four_clusters(1);
    ObjectiveOptions options = kink_options();
    options.graph.laplacian = kind;
    SpectralObjective objective(node, options);
    EXPECT_FALSE(objective.smooth_at(symmetric_start()));
    EXPECT_GT(objective.stationarity(symmetric_start()), 0.01)
        << "the mixed entries of Q' L_ij Q do not vanish";
  }
}

TEST(Kink, IsNotSeenElsewhere) {
  const NodeData node = four_clusters(1.2);
  SpectralObjective objective(node, kink_options());
  EXPECT_TRUE(objective.smooth_at(symmetric_start()));
}

/// Pairs that were found roughly are solved again before their gap is judged.
TEST(Kink, IsLookedForAmongPairsAsGoodAsRoundingAllows) {
  const NodeData node = four_clusters(1.2);
  ObjectiveOptions options = kink_options();
  options.graph.eigen_share = 0.1;
  SpectralObjective objective(node, options);
  const SpectralState& state = objective.state_at(symmetric_start());
  const Index n = node.centres.rows();
  const auto residual = [&](Index i) {
    const Vector& u = state.pair(i).vector;
    Vector product(u.size());
    state.laplacian().apply(u, product);
    return (product - state.pair(i).value * u).head(n).norm();
  };
  const double limit = tolerance::eigen_residual(n, state.laplacian().size());
  ASSERT_GT(residual(0), limit) << "it was not rough";
  EXPECT_TRUE(objective.smooth_at(symmetric_start()));
  for (Index i = 0; i < 2; ++i) EXPECT_LE(residual(i), limit) << i;
}

/// Eq. (15): the directional derivative is the least eigenvalue of sum_ij psi_ij Q' L_ij Q.
TEST(Kink, DirectionalDerivativesFollowTheFormula) {
  const NodeData node = four_clusters(1);
  SpectralObjective objective(node, kink_options());
  const Vector theta = symmetric_start();
  ASSERT_FALSE(objective.smooth_at(theta));
  const SpectralState& state = objective.state_at(theta);
  ColMatrix q(theta.size(), 3);  // entries 11, 12 and 22 of Q' L_ij Q, one row a parameter
  q.col(0) = chain_to_parameters(Parametrisation::direct, theta, state.derivative(0, 0));
  q.col(1) = chain_to_parameters(Parametrisation::direct, theta, state.derivative(0, 1));
  q.col(2) = chain_to_parameters(Parametrisation::direct, theta, state.derivative(1, 1));
  const double here = objective.value(theta), h = tolerance::ray_step;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Vector psi = build::normal_vector(theta.size(), seed).normalized();
    const Vector entries = q.transpose() * psi;
    ColMatrix matrix(2, 2);
    matrix << entries[0], entries[1], entries[1], entries[2];
    const double slope = symmetric_eigenpairs(matrix).values[0];
    const double halfway = objective.value(theta + h / 2 * psi), end = objective.value(theta + h * psi);
    EXPECT_NEAR(slope, (4 * halfway - end - 3 * here) / h, tolerance::ray_slope);
    EXPECT_LT(slope, 0) << "a repeated lambda_2 whose derivatives do not vanish falls in every direction";
  }
}

/// Parted by 1e-7 relatively, lambda_2 has one vector, and by symmetry a gradient of 0: plain descent
/// believes it. Algorithm 1 counts the eigenvalue as repeated, samples, and leaves.
TEST(Kink, IsLeftByGradientSamplingWherePlainDescentStops) {
  const NodeData node = four_clusters(1 + 1e-7);
  SpectralObjective objective(node, kink_options());
  const Sample start = evaluate(objective, symmetric_start());
  const Minimum plain = minimise_smooth(objective, start, DescentOptions{});
  EXPECT_EQ(plain.stop, StopReason::gradient_small);
  EXPECT_EQ(plain.steps, 0);
  ASSERT_FALSE(objective.smooth_at(plain.best.x));

  const Minimum left = minimise(objective, start.x, MinimiseOptions{}, Random(1, 0));
  EXPECT_GE(left.samplings, 1);
  EXPECT_LT(left.best.value, 0.95 * plain.best.value);
  EXPECT_TRUE(objective.smooth_at(left.best.x)) << left.describe();
}

/// Seven corners of a regular polygon: lambda_2 = lambda_3 vary like cos(a), lambda_4 = lambda_5 like
/// cos(2a). A plane can only be sheared to first order, which acts like cos(2a) and couples no two functions
/// like cos(2a) (their products are like 1 and cos(4a)): all entries vanish for the sum lambda_2 + lambda_3 +
/// lambda_4. With the penalty on shearing it is a minimum.
NodeData heptagon() {
  RowMatrix rows(7, 2);
  for (Index j = 0; j < 7; ++j) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(j) / 7;
    rows.row(j) << std::cos(angle), std::sin(angle);
  }
  return build::node(rows, Vector::Ones(7));
}

ObjectiveOptions sum_of_three(double omega) {
  ObjectiveOptions options;
  options.eigenvalues = 3;
  options.omega = omega;
  return options;
}

TEST(Kink, IsCertifiedWhereItIsAMinimum) {
  const NodeData node = heptagon();
  SpectralObjective objective(node, sum_of_three(20));
  const Minimum found = minimise(objective, symmetric_start(2), MinimiseOptions{}, Random(1, 0));
  ASSERT_FALSE(objective.smooth_at(found.best.x));
  EXPECT_EQ(found.stop, StopReason::stationary) << found.describe();
  EXPECT_EQ(found.steps, 0);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Vector near = found.best.x + 0.05 * build::normal_vector(4, seed);
    EXPECT_GT(objective.value(near), found.best.value - tolerance::rounding);
  }
}

/// The certificate is about the whole sum. A third coordinate equal to the first lets the polygon swell to
/// first order, which moves equal eigenvalues alike: the sum is differentiable there, and stationarity is its
/// largest slope.
TEST(Kink, StationarityCountsTheLowerEigenvaluesToo) {
  NodeData node = heptagon();
  RowMatrix rows(7, 3);
  rows << node.centres, node.centres.col(0);
  node = build::node(rows, Vector::Ones(7));
  SpectralObjective objective(node, sum_of_three(1));
  const Vector theta = symmetric_start();
  ASSERT_FALSE(objective.smooth_at(theta));
  const double stationarity = objective.stationarity(theta), h = tolerance::difference_step;
  double steepest = 0;
  for (Index i = 0; i < theta.size(); ++i) {
    Vector up = theta, down = theta;
    up[i] += h;
    down[i] -= h;
    steepest = std::max(steepest, std::abs(objective.value(up) - objective.value(down)) / (2 * h));
  }
  EXPECT_GT(steepest, 0.1);
  EXPECT_NEAR(stationarity, steepest, tolerance::difference_slope);
}

/// Where both of two equal eigenvalues are added up, each of them takes half of the rest, so that together
/// they give the gradient. A penalty that outweighs the entries shows the share: by the triangle inequality
/// stationarity is off by no more than what it is without the penalty. A fourth coordinate without spread
/// lets the directions lean towards each other and leaves the square as it is.
TEST(Kink, EqualEigenvaluesShareTheRest) {
  const RowMatrix square = four_clusters(1).centres;
  RowMatrix rows(square.rows(), 4);
  rows << square, Vector::Zero(square.rows());
  const NodeData node = build::node(rows, Vector::Ones(rows.rows()));
  ColMatrix leaning(4, 2);
  leaning << 1, 0, 0, 1, 0, 0, 1, 1;
  const Vector theta = parameters_of(Parametrisation::direct, leaning.colwise().normalized());
  ObjectiveOptions options = kink_options();
  options.eigenvalues = 2;
  options.omega = 0;
  SpectralObjective without(node, options);
  options.omega = 1000;
  SpectralObjective with(node, options);
  Vector gradient_without, gradient_with;
  without.value_and_gradient(theta, gradient_without);
  with.value_and_gradient(theta, gradient_with);
  const double rest = (gradient_with - gradient_without).lpNorm<Eigen::Infinity>();
  const double entries = without.stationarity(theta);
  ASSERT_GT(rest, 10 * entries);
  EXPECT_NEAR(with.stationarity(theta), rest / 2, entries);
}

}  // namespace
}  // namespace scpp
