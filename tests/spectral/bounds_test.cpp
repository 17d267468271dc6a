// Lemma 3: how far microclusters move lambda_2 of the standard Laplacian, and the uniform bounds above it.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "micro/microclusters.hpp"
#include "spectral/laplacian.hpp"
#include "spectral/objective.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Compared {
  double relative_error, at_projection, uniform;
};

double diameter(const RowMatrix& rows) {
  double largest = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < i; ++j) largest = std::max(largest, (rows.row(i) - rows.row(j)).norm());
  return largest;
}

/// lambda_2 of all rows and of m microclusters, at one projection with orthonormal columns.
Compared compare(KernelKind kernel, Index m, double sigma, std::uint64_t seed) {
  const ScopedThreads one(1);  // small loops: threads would only wait for each other
  const NodeData all = build::node(build::blobs(60, 4, 3, 1.0, seed).rows, Vector::Ones(60));
  const Microclusters micro = make_microclusters(all.centres, all.weights, m);
  const NodeData reduced{micro.centres, micro.weights, all.covariance};
  const ColMatrix v = build::random_rotation(4, seed).leftCols(2);
  const GraphOptions options{Laplacian::standard, kernel, sigma, 2.0, 0.01};
  SpectralState exact(all, options, 2), approximate(reduced, options, 2);
  exact.evaluate(v, 1);
  approximate.evaluate(v, 1);
  const double lambda = exact.pair(0).value;
  return {std::abs(approximate.pair(0).value - lambda) / lambda,
          bound_at_projection(kernel, approximate.points(), micro.radii, sigma),
          uniform_bound(kernel, micro.radii, diameter(all.centres), sigma)};
}

TEST(Bounds, HoldOnRandomData) {
  int telling = 0;
  for (const auto kernel : {KernelKind::gaussian, KernelKind::laplace})
    for (const Index m : {55, 40, 20, 8})
      for (const double sigma : {0.8, 2.0, 8.0})
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
          const Compared c = compare(kernel, m, sigma, seed);
          EXPECT_LE(c.relative_error, c.at_projection + tolerance::same_graph(60));
          EXPECT_LE(c.at_projection, c.uniform * (1 + tolerance::rounding));
          telling += c.at_projection < 1;
        }
  EXPECT_GE(telling, 30) << "bounds above 1 say little: enough of them must be below";
}

/// Lemma 3 for one pair: the larger of k(d) / k(d + s) - 1 and 1 - k(d) / k(d - s), where the two
/// microclusters can come nearer or go apart by s, the sum of their radii.
TEST(Bounds, OfTwoPointsFollowTheFormula) {
  const double sigma = 1.3;
  const RowMatrix t{{0.2, 2.7}};
  for (const auto& [first, second] : {std::pair{0.4, 0.9}, std::pair{0.9, 0.4}, std::pair{0.0, 0.7}}) {
    const double distance = 2.5, slack = first + second;
    const auto gaussian = [&](double r) { return std::exp(-r * r / (2 * sigma * sigma)); };
    const auto laplace = [&](double r) { return std::exp(-r / sigma); };
    const auto bound = [&](const auto& k) {
      return std::max(k(distance) / k(distance + slack) - 1, 1 - k(distance) / k(distance - slack));
    };
    const Vector radii{{first, second}};
    EXPECT_NEAR(bound_at_projection(KernelKind::gaussian, t, radii, sigma), bound(gaussian),
                tolerance::rounding);
    EXPECT_NEAR(bound_at_projection(KernelKind::laplace, t, radii, sigma), bound(laplace),
                tolerance::rounding);
  }
}

TEST(Bounds, VanishWhenEveryRowStandsForItself) {
  for (const auto kernel : {KernelKind::gaussian, KernelKind::laplace}) {
    const Compared c = compare(kernel, 60, 1.0, 3);
    EXPECT_EQ(c.at_projection, 0);
    EXPECT_EQ(c.uniform, 0);
    EXPECT_EQ(c.relative_error, 0);
  }
}

}  // namespace
}  // namespace scpp
