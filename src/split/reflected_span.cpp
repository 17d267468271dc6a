#include "split/reflected_span.hpp"

#include <algorithm>
#include <cmath>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

// Reflected one by one; all rows after them at once, by products of matrices.
constexpr Index reflected_rows = 64;
constexpr Index reflected_block = 64, column_block = 512;  // what changes of them stays in the second-level cache

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

ReflectedSpan::ReflectedSpan(RowMatrix rows)
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
ReflectedSpan::Reflections ReflectedSpan::reflect_panel(RowMatrix& rows, Index first, Index last) const {
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
void ReflectedSpan::reflect(RowMatrix& rows, Index begin, const Reflections& made) {
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

RowMatrix ReflectedSpan::project(RowMatrix points) const {
  for (const Reflections& made : reflections_) reflect(points, 0, made);
  return points.leftCols(coordinates_.rows());
}

ColMatrix ReflectedSpan::lift(const ColMatrix& w) const {
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

}  // namespace scpp
