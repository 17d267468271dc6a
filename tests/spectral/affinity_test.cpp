// The loops over pairs, written for vector registers, against the plain loops they stand for.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/isa.hpp"
#include "spectral/laplacian.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Case {
  KernelKind kernel;
  Index count, dimensions;
  double sigma = 0.8;
  RowMatrix points = 1.5 * build::normal_matrix(dimensions, count, 31);
  Vector weights = build::random_counts(count, 5, 32);

  double similarity(Index j, Index k) const {
    const double r = (points.col(j) - points.col(k)).norm() / sigma;
    return std::exp(kernel == KernelKind::gaussian ? -r * r / 2 : -r);
  }
  double affinity(Index j, Index k) const { return weights[j] * weights[k] * similarity(j, k); }
  /// d A_kj / d t_k
  Vector slope(Index k, Index j) const {
    const Vector difference = (points.col(k) - points.col(j)) / (sigma * sigma);
    const double r = (points.col(k) - points.col(j)).norm() / sigma;
    return affinity(k, j) * difference * (kernel == KernelKind::gaussian ? -1.0 : r > 0 ? -1 / r : 0.0);
  }
  Affinity made() const {
    Affinity graph(kernel, sigma, weights, dimensions);
    graph.set_points(points);
    return graph;
  }
  Vector padded_normal(std::uint64_t seed) const {
    Vector v = Vector::Zero(padded(count));
    v.head(count) = build::normal_vector(count, seed);
    return v;
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto kernel : {KernelKind::gaussian, KernelKind::laplace})
    for (const Index count : {2, 7, 8, 9, 33})
      for (const Index dimensions : {1, 2, 3, 4}) all.push_back({kernel, count, dimensions});
  return all;
}

TEST(Affinity, EqualsThePlainLoop) {
  for (const Case& c : cases()) {
    const Affinity graph = c.made();
    for (Index j = 0; j < c.count; ++j) {
      double degree = 0;
      for (Index k = 0; k < c.count; ++k) {
        // The exponent q is off by some eps relatively, which exp turns into q eps.
        EXPECT_NEAR(graph(j, k), c.affinity(j, k), 1e-13 * c.affinity(j, k));
        EXPECT_EQ(graph(j, k), graph(k, j)) << "symmetric to the last bit";
        degree += c.affinity(j, k);
      }
      EXPECT_NEAR(graph.degrees()[j], degree, 1e-13 * degree);
    }
    for (Index j = c.count; j < graph.stride(); ++j) EXPECT_EQ(graph.degrees()[j], 0);
  }
}

TEST(Affinity, CoincidentPointsHaveSimilarityOne) {
  Affinity graph(KernelKind::laplace, 0.1, Vector::Ones(3), 2);
  graph.set_points(RowMatrix::Constant(2, 3, 0.7));
  EXPECT_EQ(graph(0, 1), 1);
  EXPECT_EQ(graph(2, 2), 1);
}

TEST(Affinity, FarPointsAreNearlyButNeverUnconnected) {
  for (const auto kernel : {KernelKind::gaussian, KernelKind::laplace}) {
    Affinity graph(kernel, 1e-9, Vector::Ones(2), 1);
    RowMatrix far(1, 2);
    far << 0.0, 1e140;
    graph.set_points(far);
    EXPECT_GT(graph(0, 1), 0);
    EXPECT_LT(graph(0, 1), 1e-200);
  }
}

TEST(Affinity, QuadraticFormEqualsThePlainLoop) {
  for (const Case& c : cases()) {
    const Vector phi = c.padded_normal(41), psi = c.padded_normal(42);
    double plain = 0, size = 0;
    for (Index j = 0; j < c.count; ++j)
      for (Index k = 0; k < c.count; ++k) {
        const double term = c.affinity(j, k) * (phi[j] - phi[k]) * (psi[j] - psi[k]) / 2;
        plain += term;
        size += std::abs(term);
      }
    EXPECT_NEAR(c.made().quadratic_form(phi, psi), plain, 1e-13 * size);
  }
}

TEST(Affinity, MultiplyEqualsThePlainLoop) {
  for (const Case& c : cases()) {
    const Affinity graph = c.made();
    const Vector x = c.padded_normal(43);
    Vector product(graph.stride());
    product.setZero();
    graph.multiply(x, product);
    for (Index j = 0; j < c.count; ++j) {
      double plain = 0, size = 0;
      for (Index k = 0; k < c.count; ++k) {
        plain += graph(j, k) * x[k];
        size += std::abs(graph(j, k) * x[k]);
      }
      EXPECT_NEAR(product[j], plain, tolerance::summation(c.count, size));
    }
  }
}

TEST(Affinity, DerivativeEqualsThePlainLoop) {
  for (const Case& c : cases())
    for (const double nu : {0.0, 0.4}) {
      const Vector phi = c.padded_normal(44), psi = c.padded_normal(45);
      const RowMatrix derivative = c.made().derivative(phi, psi, nu);
      for (Index k = 0; k < c.count; ++k) {
        Vector plain = Vector::Zero(c.dimensions);
        double size = 0;
        for (Index j = 0; j < c.count; ++j) {
          const double bracket =
              (phi[k] - phi[j]) * (psi[k] - psi[j]) - nu * (phi[k] * psi[k] + phi[j] * psi[j]);
          plain += bracket * c.slope(k, j);
          size += std::abs(bracket) * c.slope(k, j).norm();
        }
        EXPECT_LE((derivative.col(k) - plain).norm(), 1e-12 * size);
      }
    }
}

bool same_bits(const RowMatrix& a, const RowMatrix& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

/// Everything the loops give for one case, as one matrix.
RowMatrix all_results(const Case& c) {
  const Affinity graph = c.made();
  const Vector phi = c.padded_normal(46), psi = c.padded_normal(47);
  RowMatrix all(c.count + 2 + c.dimensions, c.count);
  for (Index j = 0; j < c.count; ++j)
    for (Index k = 0; k < c.count; ++k) all(j, k) = graph(j, k);
  all.row(c.count) = graph.degrees().head(c.count).transpose();
  all.row(c.count + 1).setConstant(graph.quadratic_form(phi, psi));
  all.bottomRows(c.dimensions) = graph.derivative(phi, psi, 0.3);
  return all;
}

TEST(Affinity, EveryInstructionSetGivesTheSameBits) {
  for (const Case& c : cases()) {
    const RowMatrix best = all_results(c);
    for (const Isa isa : {Isa::baseline, Isa::avx2}) {
      const ScopedIsa limited(isa);
      EXPECT_TRUE(same_bits(all_results(c), best));
    }
  }
}

}  // namespace
}  // namespace scpp
