// Laws that both models of the inverse Hessian obey.
#include <gtest/gtest.h>

#include <type_traits>

#include "functions.hpp"
#include "optim/quasi_newton.hpp"

namespace scpp {
namespace {

using namespace scpp::testing;

constexpr Index dimension = 12;

template <class Model>
Model make(Index size = dimension) {
  if constexpr (std::is_same_v<Model, Bfgs>)
    return Bfgs(size);
  else
    return Lbfgs(size, 5);
}

template <class Model>
Vector direction(Model& model, const Vector& gradient) {
  Vector d(dimension);
  model.direction(gradient, d);
  return d;
}

template <class Model>
class DescentModels : public ::testing::Test {};
using Models = ::testing::Types<Bfgs, Lbfgs>;
TYPED_TEST_SUITE(DescentModels, Models);

TYPED_TEST(DescentModels, FreshModelIsSteepestDescent) {
  Random random(1, 0);
  auto model = make<TypeParam>();
  EXPECT_TRUE(model.fresh());
  const Vector g = random_vector(dimension, random);
  EXPECT_EQ(direction(model, g), -g);
  const Vector s = random_vector(dimension, random);
  model.update(s, 2 * s);
  EXPECT_FALSE(model.fresh());
  model.reset();
  EXPECT_TRUE(model.fresh());
  EXPECT_EQ(direction(model, g), -g);
}

TYPED_TEST(DescentModels, SecantEquationHoldsAndDirectionsDescend) {
  Random random(2, 0);
  auto model = make<TypeParam>();
  const ColMatrix root = random_matrix(dimension, dimension, random);
  for (int step = 0; step < 30; ++step) {  // more than the memory, so that the ring turns
    const Vector s = random_vector(dimension, random);
    const Vector y = root * (root.transpose() * s);
    model.update(s, y);
    // H y = s: an n-term cancellation with |H| |y| up to the condition number of the Hessian, some 1e4 here.
    EXPECT_LT((direction(model, y) + s).norm(), 1e-10 * s.norm());
    const Vector g = random_vector(dimension, random);
    EXPECT_LT(g.dot(direction(model, g)), 0);
  }
}

TYPED_TEST(DescentModels, NegativeCurvatureTeachesNothing) {
  Random random(3, 0);
  auto model = make<TypeParam>();
  const Vector s = random_vector(dimension, random), g = random_vector(dimension, random);
  model.update(s, 3 * s);
  const Vector before = direction(model, g);
  model.update(s, -s);
  model.update(s, Vector::Zero(dimension));
  EXPECT_EQ(direction(model, g), before);
}

TYPED_TEST(DescentModels, ExactSearchesSolveAQuadraticInNSteps) {
  // The theorem of finite termination: after n exact searches the gradient is zero. Rounding, magnified by
  // the condition 1e8, keeps the first n steps from the last digits; a few more bring them.
  Quadratic f(5, 1e8);
  auto model = make<TypeParam>(5);
  Sample at = evaluate(f, Vector::Ones(5));
  const double first = at.gradient.norm();
  Vector d(5);
  for (int step = 0; step < 5 + 3; ++step) {
    model.direction(at.gradient, d);
    const double length = -at.gradient.dot(d) / d.dot(f.coefficients.cwiseProduct(d));
    const Sample next = evaluate(f, at.x + length * d);
    model.update(next.x - at.x, next.gradient - at.gradient);
    at = next;
  }
  EXPECT_LT(at.gradient.norm(), 1e-15 * first);
}

TEST(DescentModels, OnePairMeansTheSameToBoth) {
  Random random(4, 0);
  Bfgs dense(dimension);
  Lbfgs limited(dimension, 5);
  const Vector s = random_vector(dimension, random);
  const Vector y = s + 0.1 * random_vector(dimension, random);
  dense.update(s, y);
  limited.update(s, y);
  const Vector g = random_vector(dimension, random);
  // The same formula summed in two orders.
  EXPECT_LT((direction(dense, g) - direction(limited, g)).norm(), 1e-13 * g.norm());
}

}  // namespace
}  // namespace scpp
