#include "data/components.hpp"

#include <algorithm>
#include <cmath>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index most_components = 100;
constexpr Index block_columns = 16, most_blocks = 12;

StridedView left_columns(const RowMatrix& m, Index count) { return {m.data(), m.rows(), count, m.cols(), 1}; }

/// The rows in an orthonormal basis that grows block by block.
class KrylovSpace {
 public:
  KrylovSpace(const FloatMatrix& rows, const Vector& weights)
      : rows_(rows), weights_(weights / weights.maxCoeff()) {
    const Index most = std::min({rows.rows(), rows.cols(), block_columns * most_blocks});
    basis_.resize(rows.cols(), most);
    seen_.resize(rows.rows(), most);
    RowMatrix block = added_by(first_block());
    while (block.cols() > 0) {
      ThereAndBack product = multiply_there_and_back(rows_, weights_, block);
      basis_.middleCols(size_, block.cols()) = block;
      seen_.middleCols(size_, block.cols()) = product.there;
      size_ += block.cols();
      block = added_by(std::move(product.back));
    }
  }

  /// Rayleigh and Ritz: the directions of the space along which the rows vary most.
  Components best(Index count) const {
    const RowMatrix weighted = weights_.cwiseSqrt().asDiagonal() * seen_.leftCols(size_);
    const EigenPairs pairs = symmetric_eigenpairs(gram(view_of(weighted)));
    const ColMatrix turn = pairs.vectors.rightCols(std::min(count, size_)).rowwise().reverse();
    return {multiply(left_columns(basis_, size_), view_of(turn)),
            multiply(left_columns(seen_, size_), view_of(turn))};
  }

 private:
  /// Combinations of the rows by lot, which do not know the order of the columns.
  RowMatrix first_block() const {
    Random random(0, 1);
    RowMatrix lots(rows_.rows(), block_columns);
    for (Index i = 0; i < lots.rows(); ++i)
      for (Index j = 0; j < block_columns; ++j) lots(i, j) = std::sqrt(weights_[i]) * random.normal();
    return multiply_transposed(rows_, lots);
  }

  /// What the columns of a block add to the basis; one that adds rounding errors alone is left out.
  RowMatrix added_by(ColMatrix block) const {
    constexpr double rounding = 1e-5;  // products in single precision are right to 1e-7
    const Vector before = block.colwise().norm();
    const StridedView basis = left_columns(basis_, size_);
    if (size_ > 0) block -= multiply(basis, view_of(multiply(basis.transposed(), view_of(block))));
    Index kept = 0;
    for (Index i = 0; i < block.cols() && size_ + kept < basis_.cols(); ++i) {
      for (Index j = 0; j < kept; ++j) block.col(i) -= block.col(j).dot(block.col(i)) * block.col(j);
      const double norm = block.col(i).norm();
      if (norm > rounding * before[i]) block.col(kept++) = block.col(i) / norm;
    }
    return block.leftCols(kept).cast<float>().cast<double>();
  }

  const FloatMatrix& rows_;
  Vector weights_;
  RowMatrix basis_, seen_;
  Index size_ = 0;
};

}  // namespace

std::optional<Components> leading_components(const Scaled& scaled, const std::vector<Index>& rows,
                                             const Vector& weights) {
  const Index count = std::min(most_components, std::ssize(rows) - 1);
  if (scaled.columns() <= most_components || count < 2) return std::nullopt;
  return KrylovSpace(gather_single(scaled, rows), weights).best(count);
}

}  // namespace scpp
