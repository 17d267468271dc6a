// The gradient of the objective is the derivative of its value, in every combination the library offers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "optim/objective.hpp"
#include "spectral/objective.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr Index rows = 40, columns = 6;
constexpr double small_beta = 1.1;  // about a quarter of normal rows lie farther out

NodeData three_clouds(bool unequal_weights) {
  const auto made = build::blobs(rows, columns, 3, 1.0, 21);
  return build::node(made.rows,
                     unequal_weights ? build::random_counts(rows, 9, 4) : Vector(Vector::Ones(rows)));
}

Index rows_outside(const NodeData& node, const ColMatrix& v) {
  Index outside = 0;
  for (Index i = 0; i < v.cols(); ++i) {
    const double border = small_beta * std::sqrt(v.col(i).dot(node.covariance * v.col(i)));
    outside += ((node.centres * v.col(i)).array().abs() > border).count();
  }
  return outside;
}

struct Checked {
  GradientCheck check;
  Index outside;
};

Checked check_at_random_directions(const NodeData& node, const ObjectiveOptions& options) {
  SpectralObjective objective(node, options);
  const ColMatrix v = build::random_directions(columns, options.dimensions, 17);
  return {check_gradient(objective, parameters_of(options.parametrisation, v)), rows_outside(node, v)};
}

ObjectiveOptions usual_options() {
  ObjectiveOptions options;
  options.graph.sigma = 0.7;
  options.graph.beta = small_beta;
  return options;
}

using Combination = std::tuple<Laplacian, KernelKind, Parametrisation, int, bool>;
class Gradient : public ::testing::TestWithParam<Combination> {
 protected:
  NodeData node_ = three_clouds(std::get<4>(GetParam()));
  ObjectiveOptions options() const {
    ObjectiveOptions made = usual_options();
    int dimensions = 0;
    std::tie(made.graph.laplacian, made.graph.kernel, made.parametrisation, dimensions, std::ignore) =
        GetParam();
    made.dimensions = dimensions;
    return made;
  }
  void expect_right(const ObjectiveOptions& made) {
    const Checked checked = check_at_random_directions(node_, made);
    EXPECT_LE(checked.check.largest_difference, tolerance::gradient)
        << "coordinate " << checked.check.coordinate << ": " << checked.check.computed << " against "
        << checked.check.differenced;
    EXPECT_GE(checked.outside, rows / 8) << "the test wants rows outside Delta";
    RecordProperty("largest_difference", std::to_string(checked.check.largest_difference * 1e12) + "e-12");
  }
};

TEST_P(Gradient, MatchesDifferences) { expect_right(options()); }

TEST_P(Gradient, MatchesDifferencesForTheSumOfThreeEigenvalues) {
  ObjectiveOptions made = options();
  made.eigenvalues = 3;
  expect_right(made);
}

TEST_P(Gradient, MatchesDifferencesForTheLogarithm) {
  ObjectiveOptions made = options();
  made.logarithm = true;
  expect_right(made);
}

INSTANTIATE_TEST_SUITE_P(All, Gradient,
                         ::testing::Combine(::testing::Values(Laplacian::normalised, Laplacian::standard),
                                            ::testing::Values(KernelKind::gaussian, KernelKind::laplace),
                                            ::testing::Values(Parametrisation::direct,
                                                              Parametrisation::polar),
                                            ::testing::Values(1, 2, 3), ::testing::Bool()));

/// The loops over pairs have their own code for more than three dimensions.
TEST(GradientInManyDimensions, MatchesDifferences) {
  for (const int dimensions : {4, 5}) {
    ObjectiveOptions options = usual_options();
    options.dimensions = dimensions;
    EXPECT_LE(check_at_random_directions(three_clouds(true), options).check.largest_difference,
              tolerance::gradient);
  }
}

/// An objective whose gradient has one error planted.
struct Planted {
  SpectralObjective& right;
  Index coordinate;
  double factor;

  Index dimension() const { return right.dimension(); }
  double value(const Vector& x) { return right.value(x); }
  double value_and_gradient(const Vector& x, Vector& gradient) {
    const double value = right.value_and_gradient(x, gradient);
    gradient[coordinate] *= factor;
    return value;
  }
};

TEST(GradientCheck, CatchesAPlantedError) {
  const NodeData node = three_clouds(true);
  SpectralObjective objective(node, usual_options());
  const Vector theta = parameters_of(Parametrisation::direct, build::random_directions(columns, 2, 17));
  Vector gradient;
  objective.value_and_gradient(theta, gradient);
  for (Index i = 0; i < theta.size(); ++i) {
    // Differences are relative to the largest entry, so an error in a small one has to be larger to count.
    const double share = std::abs(gradient[i]) / gradient.lpNorm<Eigen::Infinity>();
    ASSERT_GT(share, 1e-3);
    for (const double factor : {-1.0, 1.01}) {
      Planted wrong{objective, i, factor};
      const GradientCheck check = check_gradient(wrong, theta);
      EXPECT_GT(check.largest_difference, 0.5 * std::abs(factor - 1) * share);
      EXPECT_EQ(check.coordinate, i);
    }
  }
}

}  // namespace
}  // namespace scpp
