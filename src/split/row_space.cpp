#include "split/row_space.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {

// ---- rank-revealing Cholesky

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
  explicit Elimination(RowMatrix gram) : left_(std::move(gram)), squares_(left_.diagonal()) {
    made_.factor.setZero(left_.rows(), left_.rows());
  }

  std::optional<PartialCholesky> run() {
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
  /// Gram matrix.
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

  RowMatrix left_;  // of the Gram matrix; only the lower triangle is looked at
  Vector squares_;
  PartialCholesky made_;
};

}  // namespace

std::optional<PartialCholesky> partial_cholesky(RowMatrix gram) { return Elimination(std::move(gram)).run(); }

Vector PartialCholesky::solve_transposed(Vector w) const {
  for (Index c = w.size() - 1; c >= 0; --c) {
    const auto row = factor.row(basis[c]);
    w[c] /= row[c];
    const double weight = -w[c];
    add_weighted_rows(row.data(), factor.cols(), 1, c, &weight, w.data());
  }
  return w;
}

Vector PartialCholesky::solve(Vector w) const {
  for (Index c = 0; c < std::ssize(w); ++c) {
    const auto row = factor.row(basis[c]);
    w[c] = (w[c] - dot(row.data(), w.data(), c)) / row[c];
  }
  return w;
}

// ---- the span by Cholesky

std::optional<CholeskySpan> CholeskySpan::of(std::shared_ptr<const RowMatrix> rows, RowMatrix gram) {
  std::optional<PartialCholesky> made = partial_cholesky(std::move(gram));
  if (!made) return std::nullopt;
  CholeskySpan span(std::move(rows), *std::move(made));
  if (!span.holds_all_rows()) return std::nullopt;
  return span;
}

/// Are the rows outside the basis where their coordinates say? Products cannot tell a distance below the root
/// of their rounding errors; the rows themselves can.
bool CholeskySpan::holds_all_rows() const {
  constexpr double rounding =
      1e-9;  // of a basis, see clearly_outside; 2e-11 was met in a thousand rows that add up to 0
  std::vector<Index> others;
  for (Index row = 0; row < rows_->rows(); ++row)
    if (!std::binary_search(made_.basis.begin(), made_.basis.end(), row)) others.push_back(row);
  const ColMatrix there = lift(made_.factor(others, Eigen::all).transpose());
  for (Index i = 0; i < std::ssize(others); ++i) {
    const auto row = rows_->row(others[i]).transpose();
    if (!((row - there.col(i)).norm() <= rounding * row.norm())) return false;
  }
  return true;
}

RowMatrix CholeskySpan::project(const RowMatrix& points) const {
  const Index n = rows_->rows(), d = rows_->cols();
  RowMatrix result(points.rows(), made_.factor.cols());
  Vector products(n);
  for (Index i = 0; i < points.rows(); ++i) {
    dot_rows(rows_->data(), d, n, d, points.row(i).data(), products.data());
    result.row(i) = made_.solve(products(made_.basis)).transpose();
  }
  return result;
}

ColMatrix CholeskySpan::lift(const ColMatrix& w) const {
  constexpr Index few = 16;  // then it does not pay to lay out the rows for a product of matrices
  const Index n = rows_->rows(), d = rows_->cols();
  RowMatrix weights(w.cols(), w.rows());
  for (Index i = 0; i < w.cols(); ++i) weights.row(i) = made_.solve_transposed(w.col(i)).transpose();
  ColMatrix lifted = ColMatrix::Zero(d, w.cols());
  if (w.cols() > few) {
    const RowMatrix basis = (*rows_)(made_.basis, Eigen::all);
    multiply(view_of(weights), view_of(basis), lifted.data(), d);
    return lifted;
  }
  for (Index i = 0; i < w.cols(); ++i) {
    Vector of_all = Vector::Zero(n);
    of_all(made_.basis) = weights.row(i).transpose();
    add_weighted_rows(rows_->data(), d, n, d, of_all.data(), lifted.col(i).data());
  }
  return lifted;
}

// ---- the span by Householder QR

namespace {

// Reflected one by one; all rows after them at once, by products of matrices.
constexpr Index reflected_rows = 64;
constexpr Index reflected_block = 64,
                column_block = 512;  // what changes of them stays in the second-level cache

/// Turns x into v with v_0 = 1 such that (I - tau v v') x = alpha e_1; gives {alpha, tau}.
struct Reflection {
  double alpha, tau;
};

Reflection make_reflection(Eigen::Ref<Eigen::RowVectorXd> x) {
  const double first = x[0], rest = x.tail(x.size() - 1).stableNorm();
  if (rest == 0) {
    x.setZero();
    x[0] = 1;
    return {first, 0};
  }
  const double alpha = -std::copysign(std::hypot(first, rest), first);
  x /= first - alpha;
  x[0] = 1;
  return {alpha, (alpha - first) / alpha};
}

}  // namespace

HouseholderSpan::HouseholderSpan(RowMatrix rows)
    : coordinates_(RowMatrix::Zero(rows.rows(), rows.rows())), columns_(rows.cols()) {
  const Index n = rows.rows();
  for (Index first = 0; first < n; first += reflected_rows) {
    const Index last = std::min(first + reflected_rows, n);
    reflections_.push_back(reflect_panel(rows, first, last));
    reflect(rows, last, reflections_.back());
  }
  coordinates_.triangularView<Eigen::Lower>() = rows.leftCols(n);
}

/// Rows [first, last), leaving L in their columns up to the diagonal.
HouseholderSpan::Reflections HouseholderSpan::reflect_panel(RowMatrix& rows, Index first, Index last) const {
  const Index count = last - first, d = rows.cols();
  Reflections made{first, RowMatrix::Zero(count, d - first), ColMatrix::Zero(count, count)};
  Vector products(count);
  for (Index j = 0; j < count; ++j) {
    const Index at = first + j, length = d - at;
    auto v = made.v.row(j).tail(length);
    v = rows.row(at).tail(length);
    const auto [alpha, tau] = make_reflection(v);
    rows(at, at) = alpha;
    // T grows by the column -tau T V v, with tau below it.
    dot_rows(made.v.data() + j, made.v.cols(), j, length, v.data(), products.data());
    made.t.col(j).head(j) =
        made.t.topLeftCorner(j, j).triangularView<Eigen::Upper>() * (-tau * products.head(j));
    made.t(j, j) = tau;
    dot_rows(rows.row(at).data() + d + at, d, last - at - 1, length, v.data(), products.data());
    for (Index i = at + 1; i < last; ++i) {
      const double weight = -tau * products[i - at - 1];
      add_weighted_rows(v.data(), length, 1, length, &weight, rows.row(i).data() + at);
    }
  }
  return made;
}

/// Rows from `begin` on: R <- R - (R V') T V.
void HouseholderSpan::reflect(RowMatrix& rows, Index begin, const Reflections& made) {
  const Index n = rows.rows(), d = rows.cols(), count = made.v.rows(), length = made.v.cols();
  if (begin == n) return;
  const PackedRight across(view_of(made.v).transposed()), along(view_of(made.v));
  parallel_blocks(n - begin, reflected_block, [&](Index from, Index to) {
    RowMatrix weights(to - from, count), change(to - from, column_block);
    const StridedView block{rows.row(begin + from).data() + made.first, to - from, length, d, 1};
    across.multiply_rows(block, 0, to - from, weights.data(), count);
    weights = weights * made.t.triangularView<Eigen::Upper>();
    for (Index left = 0; left < length; left += column_block) {
      const Index right = std::min(left + column_block, length);
      along.multiply_columns(view_of(weights), 0, to - from, left, right, change.data(), column_block);
      rows.block(begin + from, made.first + left, to - from, right - left) -= change.leftCols(right - left);
    }
  });
}

RowMatrix HouseholderSpan::project(RowMatrix points) const {
  for (const Reflections& made : reflections_) reflect(points, 0, made);
  return points.leftCols(coordinates_.rows());
}

ColMatrix HouseholderSpan::lift(const ColMatrix& w) const {
  ColMatrix lifted = ColMatrix::Zero(columns_, w.cols());
  lifted.topRows(w.rows()) = w;
  for (auto made = reflections_.rbegin(); made != reflections_.rend(); ++made) {
    const Index count = made->v.rows(), length = made->v.cols();
    for (auto column : lifted.colwise()) {
      Vector weights(count);
      dot_rows(made->v.data(), length, count, length, column.data() + made->first, weights.data());
      weights = made->t.triangularView<Eigen::Upper>() * (-weights).eval();
      add_weighted_rows(made->v.data(), length, count, length, weights.data(), column.data() + made->first);
    }
  }
  return lifted;
}

// ---- whichever of both

namespace {

std::variant<CholeskySpan, HouseholderSpan> span_of(const std::shared_ptr<const RowMatrix>& rows,
                                                    RowMatrix gram) {
  if (auto span = CholeskySpan::of(rows, std::move(gram))) return *std::move(span);
  return HouseholderSpan(*rows);
}

}  // namespace

RowSpace::RowSpace(const std::shared_ptr<const RowMatrix>& rows, RowMatrix gram)
    : span_(span_of(rows, std::move(gram))) {
  assert(rows->rows() < rows->cols() && coordinates().rows() == rows->rows());
}

const RowMatrix& RowSpace::coordinates() const {
  return std::visit([](const auto& span) -> const RowMatrix& { return span.coordinates(); }, span_);
}

RowMatrix RowSpace::project(const RowMatrix& points) const {
  return std::visit([&](const auto& span) { return span.project(points); }, span_);
}

ColMatrix RowSpace::lift(const ColMatrix& w) const {
  return std::visit([&](const auto& span) { return span.lift(w); }, span_);
}

}  // namespace scpp
