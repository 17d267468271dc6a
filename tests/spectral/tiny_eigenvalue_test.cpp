// Small eigenvalues are right relatively, not only against |L|: by formula for two nodes, and by long
// doubles.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "spectral/eigenpairs.hpp"
#include "support/graphs.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

/// Two nodes of weights a, b and similarity s: lambda = trace of L.
///   normalised: b s / (a + b s) + a s / (b + a s);  standard, over a + b: s.
TEST(TinyEigenvalue, OfTwoNodesFollowsTheFormula) {
  for (const auto kind : {Laplacian::normalised, Laplacian::standard})
    for (const double exponent : {0.1, 5.0, 27.6, 100.0, 500.0})
      for (const double b : {1.0, 7.0}) {
        build::GraphSpec spec;
        spec.kernel = KernelKind::laplace;
        spec.laplacian = kind;
        RowMatrix points(1, 2);
        points << 0, exponent;
        const build::Graph graph(spec, points, Vector{{2.0, b}});
        const double a = 2, s = std::exp(-exponent);
        const double right = kind == Laplacian::normalised ? b * s / (a + b * s) + a * s / (b + a * s) : s;
        const double lambda = next_eigenpair(graph.laplacian, {}, Vector()).value;
        EXPECT_NEAR(lambda, right, tolerance::rounding * right) << "exponent " << exponent;
      }
}

using Long = long double;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

struct LongAnswer {
  Long second, third;
};

/// lambda_2 from the library's affinities, all else in long doubles: the dense solver's two lowest vectors
/// without their part along the known null vector give u, and u'Lu is taken by differences.
LongAnswer in_long_doubles(const build::Graph& graph, Laplacian kind) {
  const Index n = graph.affinity.count();
  LongMatrix a(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index k = 0; k < n; ++k) a(j, k) = graph.affinity(j, k);
  const LongVector degrees = a.rowwise().sum();
  const LongVector weights = graph.affinity.weights().head(n).cast<Long>();
  const LongVector mass = kind == Laplacian::normalised ? degrees : weights;
  const Long factor = kind == Laplacian::normalised ? Long{1} : 1 / weights.sum();
  const LongVector r = mass.cwiseSqrt().cwiseInverse();
  LongMatrix l = -factor * (r.asDiagonal() * a * r.asDiagonal());
  l.diagonal() += factor * degrees.cwiseQuotient(mass);
  const Eigen::SelfAdjointEigenSolver<LongMatrix> solver(l);
  const LongVector null = mass.cwiseSqrt().normalized();
  LongVector u = LongVector::Zero(n);
  for (Index i = 0; i < 2; ++i) {
    const LongVector rest = solver.eigenvectors().col(i) - null.dot(solver.eigenvectors().col(i)) * null;
    if (rest.norm() > u.norm()) u = rest;
  }
  const LongVector phi = r.cwiseProduct(u.normalized());
  Long second = 0;
  for (Index j = 0; j < n; ++j)
    for (Index k = 0; k < n; ++k) second += factor / 2 * a(j, k) * (phi[j] - phi[k]) * (phi[j] - phi[k]);
  return {second, solver.eigenvalues()[2]};
}

TEST(TinyEigenvalue, IsRelativelyRight) {
  double smallest = 1;
  for (const auto kind : {Laplacian::normalised, Laplacian::standard})
    for (const bool unequal : {false, true})
      for (const double separation : {2.0, 4.0, 6.0, 8.0, 9.0, 10.0}) {
        build::GraphSpec spec;
        spec.count = 41;
        spec.separation = separation;
        spec.laplacian = kind;
        spec.unequal_weights = unequal;
        const build::Graph graph(spec);
        const LongAnswer right = in_long_doubles(graph, kind);
        const double lambda = next_eigenpair(graph.laplacian, {}, Vector()).value;
        const double second = static_cast<double>(right.second), third = static_cast<double>(right.third);
        smallest = std::min(smallest, second);
        EXPECT_NEAR(lambda, second,
                    second * tolerance::tiny_eigenvalue(41, graph.laplacian.size(), second, third - second))
            << "lambda_2 " << second;
      }
  EXPECT_LT(smallest, 1e-12) << "the graphs must reach the eigenvalues in question";
}

}  // namespace
}  // namespace scpp
