#include "rivals/cholesky.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

constexpr Index width = 128;     // of a block column
constexpr Index row_block = 96;  // rows that one thread takes at a time
/// Entries this small are set to 0: they are far below rounding, and their products would be subnormal
/// numbers, which make a factorisation ten times slower.
constexpr double negligible = 1e-60;

void clear_negligible(RowMatrix& m) { m = (m.array().abs() < negligible).select(0.0, m); }

/// `count` columns from `first` on of the rows [begin, end).
StridedView part(const RowMatrix& m, Index begin, Index end, Index first, Index count) {
  return {m.data() + begin * m.cols() + first, end - begin, count, m.cols(), 1};
}

RowMatrix inverse_of_lower(const RowMatrix& block) {
  const Eigen::LLT<RowMatrix> factor(block);
  if (factor.info() != Eigen::Success) throw Error("a matrix that must be positive definite is not");
  RowMatrix inverse = factor.matrixL().solve(RowMatrix::Identity(block.rows(), block.cols()));
  clear_negligible(inverse);
  return inverse;
}

}  // namespace

Cholesky::Cholesky(RowMatrix matrix) : lower_(std::move(matrix)) {
  const Index n = lower_.rows();
  for (Index first = 0; first < n; first += width) {
    const Index count = std::min(width, n - first);
    RowMatrix column = lower_.block(first, first, n - first, count);
    clear_negligible(column);
    if (first > 0) {
      const PackedRight left(part(lower_, first, first + count, 0, first).transposed());
      parallel_blocks(n - first, row_block, [&](Index begin, Index end) {
        RowMatrix product(end - begin, count);
        left.multiply_rows(part(lower_, first, n, 0, first), begin, end, product.data(), count);
        column.middleRows(begin, end - begin) -= product;
      });
    }
    inverses_.push_back(inverse_of_lower(column.topRows(count)));
    RowMatrix solved = multiply(view_of(column), view_of(inverses_.back()).transposed());
    clear_negligible(solved);
    lower_.block(first, first, n - first, count) = solved;
  }
}

RowMatrix Cholesky::solve(const RowMatrix& x) const {
  RowMatrix y = x;
  for (Index b = 0; b < blocks(); ++b) {
    const RowMatrix& inverse = inverses_[b];
    const Index first = b * width, count = inverse.rows();
    if (b > 0)
      y.middleRows(first, count) -=
          multiply(part(lower_, first, first + count, 0, first), part(y, 0, first, 0, y.cols()));
    const RowMatrix solved = multiply(view_of(inverse), part(y, first, first + count, 0, y.cols()));
    y.middleRows(first, count) = solved;
  }
  for (Index b = blocks(); b-- > 0;) {
    const RowMatrix& inverse = inverses_[b];
    const Index first = b * width, count = inverse.rows();
    const RowMatrix solved =
        multiply(view_of(inverse).transposed(), part(y, first, first + count, 0, y.cols()));
    y.middleRows(first, count) = solved;
    if (b > 0)
      y.topRows(first) -=
          multiply(part(lower_, first, first + count, 0, first).transposed(), view_of(solved));
  }
  return y;
}

}  // namespace scpp
