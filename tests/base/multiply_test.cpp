// Products against plain loops, and the same bits for every instruction set and number of threads.
#include "base/multiply.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

struct Shape {
  Index rows, inner, cols;
};
// Around the widths of registers, panels (16), chunks (256) and row blocks (192).
const std::vector<Shape> shapes = {{1, 1, 1},   {3, 7, 5},      {8, 16, 16},
                                   {9, 17, 33}, {200, 257, 15}, {193, 520, 40}};

void expect_near_plain(const RowMatrix& product, const RowMatrix& a, const RowMatrix& b) {
  ASSERT_EQ(product.rows(), a.rows());
  ASSERT_EQ(product.cols(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j) {
      double plain = 0, size = 0;
      for (Index k = 0; k < a.cols(); ++k) {
        plain += a(i, k) * b(k, j);
        size += std::abs(a(i, k) * b(k, j));
      }
      ASSERT_NEAR(product(i, j), plain, tolerance::summation(a.cols(), size)) << i << ", " << j;
    }
}

bool same_bits(const RowMatrix& a, const RowMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

TEST(Multiply, EqualsThePlainLoop) {
  for (const Shape& shape : shapes) {
    const RowMatrix a = build::normal_matrix(shape.rows, shape.inner, 1),
                    b = build::normal_matrix(shape.inner, shape.cols, 2);
    const ColMatrix a_by_columns = a, b_by_columns = b;
    expect_near_plain(multiply(view_of(a), view_of(b)), a, b);
    EXPECT_TRUE(
        same_bits(multiply(view_of(a_by_columns), view_of(b_by_columns)), multiply(view_of(a), view_of(b))))
        << "the layout of the factors must not change the sums";
    const RowMatrix a_transposed = a.transpose();
    EXPECT_TRUE(same_bits(multiply(view_of(a_transposed).transposed(), view_of(b)),
                          multiply(view_of(a), view_of(b))));
  }
}

RoundedRows rounded(const RowMatrix& a) {
  RoundedRows rows(a.rows(), a.cols());
  for (Index i = 0; i < a.rows(); ++i) rows.set(i, a.row(i).data());
  return rows;
}

/// Each entry is off by half a unit at most, a 2047th of the largest of its row of a, or of its column of b.
void expect_near_rounded(const RowMatrix& product, const RowMatrix& a, const RowMatrix& b) {
  const double half_unit = 0.5 / 2047;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j) {
      const double off_a = half_unit * a.row(i).cwiseAbs().maxCoeff(),
                   off_b = half_unit * b.col(j).cwiseAbs().maxCoeff();
      const double off = off_b * a.row(i).cwiseAbs().sum() + off_a * b.col(j).cwiseAbs().sum() +
                         static_cast<double>(a.cols()) * off_a * off_b;
      ASSERT_NEAR(product(i, j), a.row(i) * b.col(j), (1 + 1e-9) * off) << i << ", " << j;
    }
}

TEST(RoundedRows, RoundTheFactorsAlone) {
  for (const Shape& shape : shapes) {
    const Index cols = std::min<Index>(shape.cols, 16);
    const RowMatrix a = build::normal_matrix(shape.rows, shape.inner, 1);
    expect_near_rounded(rounded(a).times(build::normal_matrix(shape.inner, cols, 2)), a,
                        build::normal_matrix(shape.inner, cols, 2));
    const RowMatrix square = a.array().sign() * 3.0;  // all rows in the same unit
    const RowMatrix b = build::normal_matrix(shape.rows, cols, 3);
    expect_near_rounded(rounded(square).transposed_times(b), square.transpose(), b);
  }
}

/// The largest sums there are, and numbers that need no rounding.
TEST(RoundedRows, AddUpExactly) {
  RowMatrix a = (400 * build::normal_matrix(50, 3001, 4)).array().round().min(2047).max(-2047);
  RowMatrix b = (400 * build::normal_matrix(3001, 16, 5)).array().round().min(2047).max(-2047);
  a.col(0).setConstant(2047);
  b.row(0).setConstant(-2047);
  a.row(7).setConstant(2047);
  b.col(9).setConstant(2047);
  EXPECT_TRUE(same_bits(rounded(a).times(b), a * b));
  const RowMatrix turned = b.transpose(), wide = a.transpose();
  EXPECT_TRUE(same_bits(rounded(wide).transposed_times(b), a * b)) << "rows of a' are in units of 1, too";
  const std::vector<Index> order = build::shuffled(3001, 6);
  EXPECT_TRUE(same_bits(rounded(a(Eigen::all, order)).times(b(order, Eigen::all)), a * b));
}

/// Threads set rows in any order.
TEST(RoundedRows, MayBeSetInAnyOrder) {
  const RowMatrix a = build::normal_matrix(9, 5, 21), b = build::normal_matrix(5, 3, 22),
                  c = build::normal_matrix(9, 3, 23);
  RoundedRows backwards(9, 5);
  for (Index row = 8; row >= 0; --row) backwards.set(row, a.row(row).data());
  EXPECT_EQ(backwards.times(b), rounded(a).times(b));
  EXPECT_EQ(backwards.transposed_times(c), rounded(a).transposed_times(c));
}

TEST(RoundedRows, OfZerosGiveZeros) {
  EXPECT_TRUE(same_bits(rounded(RowMatrix::Zero(3, 5)).times(RowMatrix::Zero(5, 2)), RowMatrix::Zero(3, 2)));
}

TEST(Multiply, GramIsSymmetricAndRight) {
  for (const Shape& shape : shapes) {
    const RowMatrix a = build::normal_matrix(shape.rows, shape.inner, 3);
    const RowMatrix g = gram(view_of(a));
    expect_near_plain(g, a.transpose(), a);
    EXPECT_TRUE(same_bits(g, g.transpose()));
  }
}

/// What is left out is 0, so not a bit changes.
TEST(Multiply, GramOfATriangleLeavesItsZerosOut) {
  for (const Index columns : {20, 40, 300, 600}) {
    RowMatrix a = build::normal_matrix(600, columns, 7);
    a.triangularView<Eigen::StrictlyUpper>().setZero();
    EXPECT_TRUE(same_bits(gram(view_of(a), Zeros::above_diagonal), gram(view_of(a))));
  }
}

TEST(Multiply, RowKernelsEqualThePlainLoop) {
  for (const Shape& shape : shapes) {
    const RowMatrix a = build::normal_matrix(shape.rows, shape.inner, 4);
    const Vector x = build::normal_vector(shape.inner, 5), weights = build::normal_vector(shape.rows, 6);
    RowMatrix dots(shape.rows, 1), sums = RowMatrix::Zero(1, shape.inner);
    dot_rows(a.data(), a.cols(), a.rows(), a.cols(), x.data(), dots.data());
    add_weighted_rows(a.data(), a.cols(), a.rows(), a.cols(), weights.data(), sums.data());
    expect_near_plain(dots, a, x);
    expect_near_plain(sums, weights.transpose(), a);
  }
}

/// Everything once, in one matrix.
std::vector<RowMatrix> all_products() {
  std::vector<RowMatrix> all;
  for (const Shape& shape : shapes) {
    const RowMatrix a = build::normal_matrix(shape.rows, shape.inner, 7),
                    b = build::normal_matrix(shape.inner, shape.cols, 8);
    all.push_back(multiply(view_of(a), view_of(b)));
    all.push_back(gram(view_of(a)));
    RowMatrix dots(shape.rows, 1), sums = RowMatrix::Zero(1, shape.inner);
    dot_rows(a.data(), a.cols(), a.rows(), a.cols(), b.data(), dots.data());
    add_weighted_rows(a.data(), a.cols(), a.rows(), a.cols(), dots.data(), sums.data());
    all.push_back(rounded(a).times(b.leftCols(std::min<Index>(shape.cols, 16))));
    all.push_back(rounded(a).transposed_times(all.back()));
    all.push_back(dots);
    all.push_back(sums);
  }
  return all;
}

void expect_same_bits(const std::vector<RowMatrix>& a, const std::vector<RowMatrix>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same_bits(a[i], b[i])) << "product " << i;
}

TEST(Multiply, EveryInstructionSetGivesTheSameBits) {
  const auto best = all_products();
  for (const Isa isa : {Isa::baseline, Isa::avx2}) {
    const ScopedIsa limited(isa);
    expect_same_bits(all_products(), best);
  }
}

TEST(Multiply, EveryNumberOfThreadsGivesTheSameBits) {
  const ScopedThreads one(1);
  const auto alone = all_products();
  for (const int threads : {2, 5}) {
    const ScopedThreads several(threads);
    expect_same_bits(all_products(), alone);
  }
}

}  // namespace
}  // namespace scpp
