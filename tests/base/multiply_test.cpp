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

RowMatrix in_single(const RowMatrix& values) { return values.cast<float>().cast<double>(); }

TEST(Multiply, InSinglePrecisionRoundsTheFactorsAlone) {
  for (const Shape& shape : shapes) {
    const FloatMatrix table = build::normal_matrix(shape.rows, shape.inner, 1).cast<float>();
    const RowMatrix a = table.cast<double>(), transposed = a.transpose();
    const Index cols = std::min<Index>(shape.cols, 16);
    const RowMatrix b = build::normal_matrix(shape.inner, cols, 2),
                    c = build::normal_matrix(shape.rows, cols, 3);
    const Vector weights = build::random_counts(shape.rows, 3, 4);
    const ThereAndBack both = multiply_there_and_back(table, weights, b);
    expect_near_plain(both.there, a, in_single(b));
    expect_near_plain(both.back, transposed, in_single(weights.asDiagonal() * both.there));
    expect_near_plain(multiply_transposed(table, c), transposed, in_single(c));
  }
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
    const ThereAndBack both = multiply_there_and_back(a.cast<float>(), Vector::Constant(shape.rows, 1.5),
                                                      b.leftCols(std::min<Index>(shape.cols, 16)));
    all.push_back(both.there);
    all.push_back(both.back);
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
