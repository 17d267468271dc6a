// X = L Q' with Q orthonormal: the defining equations, for sizes on both sides of a panel and for rows that
// depend on each other.
#include "split/row_space.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Size {
  Index rows, columns;
};

void PrintTo(const Size& size, std::ostream* out) { *out << size.rows << "x" << size.columns; }

class RowSpaceOf : public testing::TestWithParam<Size> {};

void expect_factors(const RowMatrix& rows) {
  const Index n = rows.rows(), d = rows.cols();
  const RowSpace space(rows);
  const ColMatrix basis = space.lift(ColMatrix::Identity(n, n));
  // A product of n reflections, each orthogonal to rounding.
  const double rounding = static_cast<double>(n) * tolerance::rounding;
  ASSERT_EQ(basis.rows(), d);
  EXPECT_LT((basis.transpose() * basis - ColMatrix::Identity(n, n)).norm(), rounding);
  EXPECT_LE((space.coordinates() * basis.transpose() - rows).norm(), rounding * rows.norm());
  EXPECT_LE((space.project(rows) - space.coordinates()).norm(), rounding * rows.norm());
  EXPECT_TRUE(space.coordinates().isLowerTriangular());
}

TEST_P(RowSpaceOf, RandomRows) {
  expect_factors(build::normal_matrix(GetParam().rows, GetParam().columns, 5));
}

TEST_P(RowSpaceOf, RowsThatAddUpToZero) {
  RowMatrix rows = build::normal_matrix(GetParam().rows, GetParam().columns, 7);
  rows.rowwise() -= rows.colwise().mean().eval();
  expect_factors(rows);
}

TEST_P(RowSpaceOf, EqualRowsAndZeros) {
  const RowMatrix one = build::normal_matrix(1, GetParam().columns, 9);
  expect_factors(one.replicate(GetParam().rows, 1));
  expect_factors(RowMatrix::Zero(GetParam().rows, GetParam().columns));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RowSpaceOf,
                         testing::Values(Size{1, 2}, Size{63, 70}, Size{64, 65}, Size{65, 700},
                                         Size{150, 180}));

}  // namespace
}  // namespace scpp
