#include "split/echelon.hpp"

#include <cmath>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr Index panel_rows =
    64;  // eliminated one by one; from all rows below at once, by products of matrices
constexpr Index row_block = 64;

// The share of a row's square that lies outside the span of those before it. Products are right to about
// 1e-14, so a basis of rows with at least this share outside is orthonormal to 1e-9.
constexpr double clearly_outside = 1e-5;
// A row that is minus the sum of n others adds up the rounding errors of them all: 1e-13 was met with 2,000
// rows.
constexpr double maybe_inside = 1e-9;

class Elimination {
 public:
  explicit Elimination(RowMatrix products) : left_(std::move(products)), squares_(left_.diagonal()) {
    made_.factor.setZero(left_.rows(), left_.rows());
  }

  std::optional<Echelon> run() {
    const Index n = left_.rows();
    for (Index first = 0; first < n; first += panel_rows) {
      const Index last = std::min(first + panel_rows, n), known = found();
      if (!eliminate_panel(first, last)) return std::nullopt;
      if (found() > known && last < n) eliminate_below(last, known);
    }
    if (found() == 0) return std::nullopt;
    made_.factor.conservativeResize(Eigen::NoChange, found());
    return std::move(made_);
  }

 private:
  Index found() const { return made_.basis.size(); }

  bool eliminate_panel(Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const double pivot = left_(i, i);
      if (pivot <= maybe_inside * squares_[i]) continue;
      if (!(pivot >= clearly_outside * squares_[i])) return false;
      const Index column = found(), below = last - i;
      auto made = made_.factor.col(column).segment(i, below);
      made = left_.col(i).segment(i, below) / std::sqrt(pivot);
      for (Index j = 1; j < below; ++j)
        left_.row(i + j).segment(i + 1, j) -= made[j] * made.segment(1, j).transpose();
      made_.basis.push_back(i);
    }
    return true;
  }

  /// Columns from `known` on for the rows from `begin` on, and their share taken from what is left of the
  /// products.
  void eliminate_below(Index begin, Index known) {
    const Index n = left_.rows(), count = found() - known;
    RowMatrix panel(n - begin, count);
    parallel_blocks(n - begin, row_block, [&](Index from, Index to) {
      for (Index j = from; j < to; ++j) {
        auto made = panel.row(j);
        for (Index c = 0; c < count; ++c) {
          const Index row = made_.basis[known + c];
          const auto earlier = made_.factor.row(row).segment(known, c);
          made[c] = (left_(begin + j, row) - made.head(c).dot(earlier)) / made_.factor(row, known + c);
        }
      }
    });
    made_.factor.block(begin, known, n - begin, count) = panel;
    const PackedRight packed(view_of(panel).transposed());
    parallel_blocks(n - begin, row_block, [&](Index from, Index to) {
      RowMatrix change(to - from, to);
      packed.multiply_columns(view_of(panel), from, to, 0, to, change.data(), to);
      left_.block(begin + from, begin, to - from, to) -= change;
    });
  }

  RowMatrix left_;  // of the products; only the lower triangle is looked at
  Vector squares_;
  Echelon made_;
};

}  // namespace

std::optional<Echelon> echelon_of(RowMatrix products) { return Elimination(std::move(products)).run(); }

Vector Echelon::solve_transposed(Vector w) const {
  for (Index c = w.size() - 1; c >= 0; --c) {
    const auto row = factor.row(basis[c]);
    w[c] /= row[c];
    const double weight = -w[c];
    add_weighted_rows(row.data(), factor.cols(), 1, c, &weight, w.data());
  }
  return w;
}

Vector Echelon::solve(Vector w) const {
  for (Index c = 0; c < std::ssize(w); ++c) {
    const auto row = factor.row(basis[c]);
    w[c] = (w[c] - dot(row.data(), w.data(), c)) / row[c];
  }
  return w;
}

}  // namespace scpp
