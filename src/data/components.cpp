#include "data/components.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index least_components = 20, most_components = 100;
constexpr Index block_columns = 16, most_blocks = 12, first_judged = 4;
constexpr double settled = 1.02;  // values that grow by less from block to block

StridedView left_columns(const RowMatrix& m, Index count) { return {m.data(), m.rows(), count, m.cols(), 1}; }

/// Which of the leading eigenvalues of the scatter of some rows lie above those of noise. What is beside them
/// is taken for noise that varies alike in all directions; its eigenvalues end at (1 + root of columns /
/// rows)^2 times the variance of a column (Marchenko and Pastur 1967).
class NoiseLimit {
 public:
  NoiseLimit(const RoundedRows& rows, const Vector& weights, Index columns)
      : columns_(static_cast<double>(columns)),
        dimensions_(static_cast<double>(std::min(rows.rows(), columns))),
        all_(weights.dot(rows.squared_norms())) {
    const double ratio = columns_ * weights.squaredNorm() / (weights.sum() * weights.sum());
    factor_ = (1 + std::sqrt(ratio)) * (1 + std::sqrt(ratio));
  }

  /// At least `least` of the values, which descend.
  Index above(const Vector& values, Index least) const {
    double left = all_;
    Index count = 0;
    while (count < values.size() && (count < least || values[count] > factor_ * variance(left, count)))
      left -= values[count++];
    return count;
  }

 private:
  double variance(double left, Index count) const {
    return left / (dimensions_ - static_cast<double>(count)) * (dimensions_ / columns_);
  }

  double columns_, dimensions_, all_, factor_;
};

/// The span of an orthonormal basis that grows block by block, and what rows are in it.
class KrylovSpace {
 public:
  /// `moving` columns are not constant; `count` components are wanted.
  KrylovSpace(const RoundedRows& rows, const Vector& weights, Index moving, Index count)
      : rows_(rows), weights_(weights / weights.maxCoeff()), noise_(rows, weights_, moving), count_(count) {
    const Index most = std::min({rows.rows(), moving, block_columns * most_blocks});
    basis_.resize(rows.cols(), most);
    seen_.resize(rows.rows(), most);
    scatter_.resize(most, most);
    RowMatrix block = added_by(first_block());
    while (block.cols() > 0) {
      const RowMatrix there = rows_.times(block);
      append(block, there);
      if (is_settled()) break;
      block = added_by(rows_.transposed_times(weights_.asDiagonal() * there));
    }
  }

  Index size() const { return size_; }

  /// Rayleigh and Ritz: the directions of the space along which the rows vary most, without those that noise
  /// alone would have.
  RowMatrix best() const {
    const EigenPairs pairs = symmetric_eigenpairs(scatter_.topLeftCorner(size_, size_));
    const Vector values = pairs.values.tail(std::min(count_, size_)).reverse();
    const ColMatrix turn =
        pairs.vectors.rightCols(noise_.above(values, least_components)).rowwise().reverse();
    return multiply(left_columns(basis_, size_), view_of(turn));
  }

 private:
  /// Combinations of the rows by lot, which do not know the order of the columns.
  RowMatrix first_block() const {
    Random random(0, 1);
    RowMatrix lots(rows_.rows(), block_columns);
    for (Index i = 0; i < lots.rows(); ++i)
      for (Index j = 0; j < block_columns; ++j) lots(i, j) = std::sqrt(weights_[i]) * random.normal();
    return rows_.transposed_times(lots);
  }

  void append(const RowMatrix& block, const RowMatrix& there) {
    const Index known = size_;
    size_ += block.cols();
    basis_.middleCols(known, block.cols()) = block;
    seen_.middleCols(known, block.cols()) = there;
    const RowMatrix weighted = weights_.asDiagonal() * there;
    const RowMatrix products = multiply(left_columns(seen_, size_).transposed(), view_of(weighted));
    scatter_.block(0, known, size_, block.cols()) = products;
    scatter_.block(known, 0, block.cols(), size_) = products.transpose();
  }

  /// Where few components stand out, they and the next one are found before the space is as large as it may
  /// be.
  bool is_settled() {
    if (size_ < first_judged * block_columns) return false;
    const Vector values =
        symmetric_eigenvalues(scatter_.topLeftCorner(size_, size_)).tail(std::min(count_, size_)).reverse();
    const Vector before = std::exchange(values_, values);
    const Index found = noise_.above(values, 0);
    return found < std::min(before.size(), count_) && found == noise_.above(before, 0) &&
           (values.head(found + 1).array() < settled * before.head(found + 1).array()).all();
  }

  /// What the columns of a block add to the basis; one that adds rounding errors alone is left out.
  RowMatrix added_by(ColMatrix block) const {
    constexpr double rounding = 1e-2;  // products of rounded numbers are right to 1e-3
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

  const RoundedRows& rows_;
  Vector weights_;
  NoiseLimit noise_;
  Index count_, size_ = 0;
  RowMatrix basis_, seen_;
  RowMatrix scatter_;  // of what is seen
  Vector values_;      // its leading eigenvalues, a block ago
};

}  // namespace

std::optional<Components> leading_components(const Scaled& scaled, const std::vector<Index>& rows,
                                             const Vector& weights) {
  const std::vector<double>& scale = scaled.transform.scale;
  const Index moving = std::count_if(scale.begin(), scale.end(), [](double each) { return each > 0; });
  const Index count = std::min<Index>(most_components, std::ssize(rows) - 1);
  if (moving <= most_components || count < 2) return std::nullopt;
  const RoundedRows rounded = gather_rounded(scaled, rows);
  const KrylovSpace space(rounded, weights, moving, count);
  if (space.size() == 0) return std::nullopt;  // these rows are all the same
  Components found{space.best(), {}};
  Transform along = scaled.transform;
  along.metric = plain(found.directions);
  found.coordinates = gather({scaled.table, std::move(along), scaled.weights, {}}, rows);
  return found;
}

}  // namespace scpp
