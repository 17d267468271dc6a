#include "split/factored_span.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/multiply.hpp"

namespace scpp {

std::optional<FactoredSpan> FactoredSpan::of(std::shared_ptr<const RowMatrix> rows, RowMatrix products) {
  std::optional<Echelon> made = echelon_of(std::move(products));
  if (!made) return std::nullopt;
  FactoredSpan span(std::move(rows), *std::move(made));
  if (!span.holds_all_rows()) return std::nullopt;
  return span;
}

/// Are the rows outside the basis where their coordinates say? Products cannot tell a distance below the root
/// of their rounding errors; the rows themselves can.
bool FactoredSpan::holds_all_rows() const {
  constexpr double rounding =
      1e-9;  // of a basis, see echelon.cpp; 2e-11 was met in a thousand rows that add up to 0
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

RowMatrix FactoredSpan::project(const RowMatrix& points) const {
  const Index n = rows_->rows(), d = rows_->cols();
  RowMatrix result(points.rows(), made_.factor.cols());
  Vector products(n);
  for (Index i = 0; i < points.rows(); ++i) {
    dot_rows(rows_->data(), d, n, d, points.row(i).data(), products.data());
    result.row(i) = made_.solve(products(made_.basis)).transpose();
  }
  return result;
}

ColMatrix FactoredSpan::lift(const ColMatrix& w) const {
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

}  // namespace scpp
