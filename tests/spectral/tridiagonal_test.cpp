// least_pair against Eigen's dense solver.
#include <gtest/gtest.h>

#include <cmath>

#include "base/decompositions.hpp"
#include "spectral/eigenpairs.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Tridiagonal {
  std::vector<double> diagonal, beside;

  ColMatrix dense() const {
    const Index k = static_cast<Index>(diagonal.size());
    ColMatrix t = ColMatrix::Zero(k, k);
    for (Index i = 0; i < k; ++i) t(i, i) = diagonal[static_cast<std::size_t>(i)];
    for (Index i = 0; i + 1 < k; ++i) t(i, i + 1) = t(i + 1, i) = beside[static_cast<std::size_t>(i)];
    return t;
  }
};

void expect_least_pair(const Tridiagonal& matrix) {
  const ColMatrix t = matrix.dense();
  const double norm = t.cwiseAbs().rowwise().sum().maxCoeff();
  const double within = tolerance::eigen_residual(t.rows(), norm);
  const TridiagonalPair pair = least_pair(matrix.diagonal, matrix.beside, -norm);
  const Eigen::Map<const Vector> s(pair.vector.data(), t.rows());
  EXPECT_NEAR(pair.value, symmetric_eigenpairs(t).values[0], within);
  EXPECT_NEAR(s.norm(), 1, tolerance::rounding);
  EXPECT_LE((t * s - pair.value * s).norm(), within) << "size " << t.rows();
}

TEST(Tridiagonal, LeastPairSolvesItsEquation) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, 9);
    Tridiagonal matrix;
    const std::size_t size = 1 + random.below(60);
    const double coupling = std::pow(10.0, -12 * random.uniform());  // down to nearly diagonal
    for (std::size_t i = 0; i < size; ++i) {
      matrix.diagonal.push_back(2 * random.uniform());
      matrix.beside.push_back(coupling * random.uniform());
    }
    expect_least_pair(matrix);
  }
}

TEST(Tridiagonal, LeastPairOfRepeatedEigenvalues) {
  expect_least_pair({{1, 1, 1, 1}, {0, 0, 0}});
  expect_least_pair({{1, 1, 1, 1}, {0.5, 0, 0.5}});
  expect_least_pair({{0, 0, 0}, {0, 0}});
  expect_least_pair({{0.5}, {}});
}

/// The path graph: eigenvalues 2 - 2 cos(pi k / n), the least is 0 with the constant vector.
TEST(Tridiagonal, LeastPairOfThePath) {
  Tridiagonal path{std::vector<double>(50, 2.0), std::vector<double>(49, -1.0)};
  path.diagonal.front() = path.diagonal.back() = 1;
  expect_least_pair(path);
}

}  // namespace
}  // namespace scpp
