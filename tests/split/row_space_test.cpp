// X = L Q' with Q orthonormal: the defining equations, for sizes on both sides of a panel and for rows that
// depend on each other, by reflections and by products.
#include "split/row_space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "micro/microclusters.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Size {
  Index rows, columns;
};

void PrintTo(const Size& size, std::ostream* out) { *out << size.rows << "x" << size.columns; }

class RowSpaceOf : public testing::TestWithParam<Size> {};

template <class Space>
void expect_factors(const Space& space, const RowMatrix& rows, double rounding) {
  const Index r = space.coordinates().cols();
  const ColMatrix basis = space.lift(ColMatrix::Identity(r, r));
  ASSERT_EQ(basis.rows(), rows.cols());
  EXPECT_LT((basis.transpose() * basis - ColMatrix::Identity(r, r)).norm(), rounding);
  EXPECT_LE((space.coordinates() * basis.transpose() - rows).norm(), rounding * rows.norm());
  EXPECT_LE((space.project(rows) - space.coordinates()).norm(), rounding * rows.norm());
  EXPECT_TRUE(space.coordinates().isLowerTriangular());
  const ColMatrix one = space.lift(ColMatrix::Identity(r, 1));  // few directions are lifted in another way
  EXPECT_LE((one - basis.leftCols(1)).norm(), rounding);
}

RowSpace space_of(const RowMatrix& rows) {
  return RowSpace(std::make_shared<const RowMatrix>(rows), gram_matrix(rows));
}

/// A product of n reflections, each orthogonal to rounding.
double of_reflections(const RowMatrix& rows) {
  return static_cast<double>(rows.rows()) * tolerance::rounding;
}

/// Products have the square of the rows' condition, `largest` / `least` of their eigenvalues. Where rows add
/// up to 0 a basis of them has 1 / n of the others' least eigenvalue, along their sum; n^2 allows for that
/// and for n errors added up.
double of_products(const RowMatrix& rows) {
  const double n = static_cast<double>(rows.rows()), d = static_cast<double>(rows.cols());
  const double edge =
      std::sqrt(n / d);  // random rows: Marchenko and Pastur; the least is never 0 for finite n
  const double condition = std::pow((1 + edge) / (1 - edge + 1 / d), 2);
  return n * n * condition * tolerance::epsilon * 10;
}

void expect_both(const RowMatrix& rows, Index rank) {
  expect_factors(HouseholderSpan(rows), rows, of_reflections(rows));
  const RowSpace space = space_of(rows);
  EXPECT_TRUE(space.is_told_by_gram());
  EXPECT_EQ(space.coordinates().cols(), rank);
  expect_factors(space, rows, of_products(rows));
}

TEST_P(RowSpaceOf, RandomRows) {
  expect_both(build::normal_matrix(GetParam().rows, GetParam().columns, 5), GetParam().rows);
}

TEST_P(RowSpaceOf, RowsThatAddUpToZero) {
  RowMatrix rows = build::normal_matrix(GetParam().rows, GetParam().columns, 7);
  rows.rowwise() -= rows.colwise().mean().eval();
  if (GetParam().rows > 1)
    expect_both(rows, GetParam().rows - 1);
  else
    EXPECT_TRUE(space_of(rows).coordinates().isZero(0));
}

TEST_P(RowSpaceOf, EqualRows) {
  const RowMatrix one = build::normal_matrix(1, GetParam().columns, 9);
  expect_both(one.replicate(GetParam().rows, 1), 1);
}

TEST_P(RowSpaceOf, FewDimensions) {
  const Index rank = std::min<Index>(5, GetParam().rows);
  const RowMatrix few = build::normal_matrix(rank, GetParam().columns, 10);
  expect_both(build::normal_matrix(GetParam().rows, rank, 11) * few, rank);
}

/// Some rows twice, not next to each other.
TEST_P(RowSpaceOf, RowsThatComeAgain) {
  RowMatrix rows = build::normal_matrix(GetParam().rows, GetParam().columns, 12);
  const Index again = GetParam().rows / 3;
  rows.bottomRows(again) = rows.topRows(again).eval();
  expect_both(rows, GetParam().rows - again);
}

TEST_P(RowSpaceOf, Zeros) {
  const RowMatrix zeros = RowMatrix::Zero(GetParam().rows, GetParam().columns);
  EXPECT_TRUE(space_of(zeros).coordinates().isZero(0));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RowSpaceOf,
                         testing::Values(Size{1, 2}, Size{63, 70}, Size{64, 65}, Size{65, 700},
                                         Size{150, 180}));

/// What two rows differ in is far below the rounding errors of their products, and must not be lost.
TEST(RowSpace, NearlyEqualRowsAreToldByReflections) {
  for (const double difference : {1e-3, 1e-6, 1e-8}) {
    RowMatrix rows = build::normal_matrix(40, 90, 13);
    rows.row(30) = rows.row(2) + difference * build::normal_matrix(1, 90, 14);
    const RowSpace space = space_of(rows);
    EXPECT_FALSE(space.is_told_by_gram());
    expect_factors(space, rows, of_reflections(rows));
    const double apart = (rows.row(30) - rows.row(2)).norm();
    EXPECT_NEAR((space.coordinates().row(30) - space.coordinates().row(2)).norm(), apart,
                of_reflections(rows) * rows.row(2).norm());
  }
}

/// One row so large that it hides the others once the mean is taken off.
TEST(RowSpace, RowsOfWildScales) {
  for (const double scale : {1e4, 1e9}) {
    RowMatrix rows = build::normal_matrix(40, 90, 15);
    rows.row(17) *= scale;
    rows.rowwise() -= rows.colwise().mean().eval();
    const RowSpace space = space_of(rows);
    for (Index i = 0; i < 40; ++i)
      for (Index j = 0; j < i; ++j)
        EXPECT_NEAR((space.coordinates().row(i) - space.coordinates().row(j)).norm(),
                    (rows.row(i) - rows.row(j)).norm(),
                    of_reflections(rows) * (rows.row(i).norm() + rows.row(j).norm()));
  }
}

}  // namespace
}  // namespace scpp
