#include "data/components.hpp"

#include <algorithm>
#include <cmath>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index least_components = 20, most_components = 100;
constexpr Index block_columns = 16, most_blocks = 12;

StridedView left_columns(const RowMatrix& m, Index count) { return {m.data(), m.rows(), count, m.cols(), 1}; }

/// The rows in an orthonormal basis that grows block by block.
class KrylovSpace {
 public:
  /// `moving` columns are not constant.
  KrylovSpace(const FloatMatrix& rows, const Vector& weights, Index moving)
      : rows_(rows), weights_(weights / weights.maxCoeff()), moving_(moving) {
    const Index most = std::min({rows.rows(), moving, block_columns * most_blocks});
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

  Index size() const { return size_; }

  /// Rayleigh and Ritz: the directions of the space along which the rows vary most, without those that noise
  /// alone would have.
  Components best(Index count) const {
    const RowMatrix weighted = weights_.cwiseSqrt().asDiagonal() * seen_.leftCols(size_);
    const EigenPairs pairs = symmetric_eigenpairs(gram(view_of(weighted)));
    count = standing_out(pairs.values.tail(std::min(count, size_)).reverse());
    const ColMatrix turn = pairs.vectors.rightCols(count).rowwise().reverse();
    const RowMatrix basis = basis_.leftCols(size_).cast<float>().cast<double>();  // as products took it
    return {multiply(view_of(basis), view_of(turn)), multiply(left_columns(seen_, size_), view_of(turn))};
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
    return block.leftCols(kept);
  }

  /// How many of the leading eigenvalues lie above those of noise, and a few in any case. What is beside
  /// these is taken for noise that varies alike in all directions; its eigenvalues end at (1 + root of
  /// columns / rows)^2 times the variance of a column (Marchenko and Pastur 1967).
  Index standing_out(const Vector& values) const {
    const auto d = static_cast<double>(moving_), n = static_cast<double>(std::min(rows_.rows(), moving_));
    const double columns_per_row = d * weights_.squaredNorm() / (weights_.sum() * weights_.sum());
    const double end = std::pow(1 + std::sqrt(columns_per_row), 2);
    double left = 0;
    for (Index i = 0; i < rows_.rows(); ++i) left += weights_[i] * rows_.row(i).cast<double>().squaredNorm();
    Index kept = 0;
    const auto variance = [&] { return left / (n - static_cast<double>(kept)) * (n / d); };
    while (kept < values.size() && (kept < least_components || values[kept] > end * variance()))
      left -= values[kept++];
    return kept;
  }

  const FloatMatrix& rows_;
  Vector weights_;
  Index moving_, size_ = 0;
  RowMatrix basis_, seen_;
};

}  // namespace

std::optional<Components> leading_components(const Scaled& scaled, const std::vector<Index>& rows,
                                             const Vector& weights) {
  const std::vector<double>& scale = scaled.transform.scale;
  const Index moving = std::count_if(scale.begin(), scale.end(), [](double each) { return each > 0; });
  const Index count = std::min(most_components, std::ssize(rows) - 1);
  if (moving <= most_components || count < 2) return std::nullopt;
  const FloatMatrix values = gather_single(scaled, rows);
  const KrylovSpace space(values, weights, moving);
  if (space.size() == 0) return std::nullopt;  // these rows are all the same
  return space.best(count);
}

}  // namespace scpp
