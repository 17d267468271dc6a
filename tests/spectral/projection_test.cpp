// V(theta) has unit columns, theta(V) inverts it up to sign, and the chain rule is its transposed derivative.
#include "spectral/projection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr Parametrisation kinds[] = {Parametrisation::direct, Parametrisation::polar};

TEST(Projection, GivesUnitColumns) {
  for (const auto kind : kinds)
    for (const Index d : {2, 3, 17})
      for (const Index l : {1, 2, 3}) {
        const Vector theta = 3 * build::normal_vector(parameter_count(kind, d, l), 7);
        const ColMatrix v = directions_at(kind, theta, d, l);
        for (Index i = 0; i < l; ++i) EXPECT_NEAR(v.col(i).norm(), 1, tolerance::rounding);
      }
}

TEST(Projection, ParametersGiveTheDirectionsBackUpToSign) {
  for (const auto kind : kinds)
    for (const Index d : {1, 2, 5, 40}) {
      ColMatrix v = build::random_directions(d, 3, 11);
      v.col(1) *= -7;  // any length and sign
      const ColMatrix back = directions_at(kind, parameters_of(kind, v), d, 3);
      for (Index i = 0; i < 3; ++i) {
        const Vector unit = v.col(i).normalized();
        EXPECT_LT(std::min((back.col(i) - unit).norm(), (back.col(i) + unit).norm()), tolerance::rounding);
      }
    }
}

/// g . V(theta) as a function of theta: its gradient is the chain rule applied to g.
void expect_chain_rule(Parametrisation kind, const Vector& theta, Index d, Index l) {
  const ColMatrix g = build::normal_matrix(d, l, 5);
  const auto along = [&](const Vector& at) { return g.cwiseProduct(directions_at(kind, at, d, l)).sum(); };
  const Vector gradient = chain_to_parameters(kind, theta, g);
  ASSERT_TRUE(gradient.allFinite());
  const double h = tolerance::difference_step;
  for (Index i = 0; i < theta.size(); ++i) {
    Vector up = theta, down = theta;
    up[i] += h;
    down[i] -= h;
    EXPECT_NEAR(gradient[i], (along(up) - along(down)) / (2 * h), tolerance::difference_slope * g.norm())
        << i;
  }
}

TEST(Projection, ChainRuleMatchesDifferences) {
  for (const auto kind : kinds)
    for (const Index d : {2, 3, 9})
      for (const Index l : {1, 2, 3})
        expect_chain_rule(kind, build::normal_vector(parameter_count(kind, d, l), 3), d, l);
}

/// Where a sine is 0 the later angles do not matter, and nothing may be divided by it.
TEST(Projection, ZerosOfTheSineAreSafe) {
  constexpr double pi = std::numbers::pi;
  for (const double angle : {0.0, pi / 2, pi, -pi / 2})
    for (const Index place : {0, 2, 4}) {
      Vector theta = build::normal_vector(5, 13);
      theta[place] = angle;
      expect_chain_rule(Parametrisation::polar, theta, 6, 1);
      expect_chain_rule(Parametrisation::polar, Vector::Constant(5, angle), 6, 1);
    }
}

TEST(Projection, AxesHaveAngles) {
  for (const Index d : {1, 2, 6}) {
    const ColMatrix axes = ColMatrix::Identity(d, d);
    const ColMatrix back =
        directions_at(Parametrisation::polar, parameters_of(Parametrisation::polar, axes), d, d);
    EXPECT_LT((back.cwiseAbs() - axes).norm(), tolerance::rounding);
  }
}

}  // namespace
}  // namespace scpp
