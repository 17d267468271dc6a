#include <gtest/gtest.h>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "rivals/graph_pairs.hpp"
#include "scpp/errors.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

RowMatrix positive_definite(Index size) {
  const RowMatrix a = build::normal_matrix(size, size, 1);
  return RowMatrix(a * a.transpose()) + static_cast<double>(size) * RowMatrix::Identity(size, size);
}

/// The condition is below 10, so a solution is right to some n times the rounding, 3e-14.
TEST(Cholesky, SolvesItsEquationsForEverySizeOfTheLastBlock) {
  for (const Index size : {1, 127, 128, 129, 300}) {
    const RowMatrix matrix = positive_definite(size), x = build::normal_matrix(size, 5, 2);
    EXPECT_LT((Cholesky(matrix).solve(matrix * x) - x).cwiseAbs().maxCoeff(), 1e-12) << size;
  }
}

TEST(Cholesky, ReadsOnlyTheLowerTriangle) {
  const RowMatrix matrix = positive_definite(140), x = build::normal_matrix(140, 2, 3);
  const RowMatrix lower = matrix.triangularView<Eigen::Lower>();
  EXPECT_EQ(Cholesky(lower).solve(x), Cholesky(matrix).solve(x));
}

TEST(Cholesky, RefusesAMatrixThatIsNotPositiveDefinite) {
  RowMatrix matrix = positive_definite(200);
  matrix(150, 150) = -1;
  EXPECT_THROW(Cholesky{matrix}, Error);
}

TEST(Cholesky, SameBitsForEveryInstructionSetAndThreadCount) {
  const RowMatrix matrix = positive_definite(260), x = build::normal_matrix(260, 3, 4);
  const auto solution = [&](Isa isa, int threads) {
    const ScopedIsa cap(isa);
    const ScopedThreads scope(threads);
    return Cholesky(matrix).solve(x);
  };
  const RowMatrix reference = solution(Isa::baseline, 1);
  EXPECT_EQ(solution(Isa::avx2, 2), reference);
  EXPECT_EQ(solution(Isa::avx512, 2), reference);
}

}  // namespace
}  // namespace scpp
