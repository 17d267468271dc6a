#include <gtest/gtest.h>

#include <cmath>

#include "rivals/components.hpp"
#include "rivals/quiet.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

/// Uniform, two-valued and Laplace-distributed columns.
RowMatrix sources(Index rows, std::uint64_t seed) {
  Random random(seed, 21);
  RowMatrix s(rows, 3);
  for (Index i = 0; i < rows; ++i) {
    const double sign = random.uniform() < 0.5 ? -1 : 1;
    s.row(i) << random.uniform() - 0.5, (random.uniform() < 0.5 ? -1 : 1) + 0.05 * random.normal(),
        sign * -std::log(1 - random.uniform());
  }
  return s.rowwise() - s.colwise().mean();
}

/// |correlation| of each source with each component found.
ColMatrix correlations(const RowMatrix& s, const RowMatrix& found) {
  ColMatrix c = s.transpose() * found;
  for (Index i = 0; i < s.cols(); ++i)
    for (Index j = 0; j < found.cols(); ++j)
      c(i, j) = std::abs(c(i, j)) / (s.col(i).norm() * found.col(j).norm());
  return c;
}

/// Sample sources are correlated by about 1/sqrt(n) = 0.02, which bounds what any unmixing can reach.
constexpr double unmixed = 0.99;

TEST(FastIca, UnmixesKnownMixtures) {
  const RowMatrix s = sources(3000, 1);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const ColMatrix mixing = build::normal_matrix(3, 3, 100 + seed);
    const auto found = fast_ica(s * mixing, 3, quiet);
    EXPECT_TRUE(found.converged);
    const ColMatrix c = correlations(s, found.scores);
    for (Index i = 0; i < 3; ++i)
      EXPECT_GT(c.row(i).maxCoeff(), unmixed) << "mixing " << seed << ", source " << i;
  }
}

TEST(FastIca, PrincipalComponentsAloneDoNotUnmix) {
  const RowMatrix s = sources(3000, 2);
  ColMatrix mixing(3, 3);
  mixing << 1, 1, 0, 1, -1, 1, 0.5, 0, 1;
  const RowMatrix mixed = s * mixing;
  EXPECT_LT(correlations(s, mixed).rowwise().maxCoeff().minCoeff(), unmixed);
  EXPECT_GT(correlations(s, fast_ica(mixed, 3, quiet).scores).rowwise().maxCoeff().minCoeff(), unmixed);
}

TEST(FastIca, ComponentsAreUncorrelatedWithUnitVariance) {
  const RowMatrix rows = sources(500, 3) * build::normal_matrix(3, 8, 4);
  const RowMatrix found = fast_ica(rows, 3, quiet).scores;
  const ColMatrix covariance = found.transpose() * found / 499.0;
  EXPECT_LT((covariance - ColMatrix::Identity(3, 3)).norm(),
            1e-9);  // whitening amplifies rounding by the condition
}

TEST(FastIca, LeavesOutDirectionsWithoutVariance) {
  const RowMatrix rows = sources(200, 5).leftCols(2) * build::normal_matrix(2, 6, 6);
  EXPECT_EQ(fast_ica(rows, 5, quiet).scores.cols(), 2);
}

}  // namespace
}  // namespace scpp
