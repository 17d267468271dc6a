#pragma once
// Fewer rows than columns: the rows lie in their span, and so does every direction the search can reach
// (gradients are combinations of rows). X = L Q' with Q orthonormal gives coordinates L in that span.
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// Rank-revealing Cholesky factor of a Gram matrix: a row in the span of those before it adds no column.
struct PartialCholesky {
  RowMatrix
      factor;  ///< n x r with factor factor' = the Gram matrix; entries right of a row's own column are 0
  std::vector<Index> basis;  ///< r: the row that brought each column, ascending

  /// L_B^-T w, L_B being the basis' rows of the factor.
  Vector solve_transposed(Vector w) const;
  /// L_B^-1 w
  Vector solve(Vector w) const;
};

/// Rows within 3e-5 of their length from the span of those before are taken to lie in it, which the rows
/// themselves can confirm. Nothing where others are so near that rounding errors would count, or when all
/// rows are 0.
std::optional<PartialCholesky> partial_cholesky(RowMatrix gram);

/// Coordinates in the span of rows from their Gram matrix alone: X X' = L L', Q = X' L^-T. A quarter of the
/// work of Householder's reflections, but right only where the rows are not nearly dependent.
class CholeskySpan {
 public:
  /// `gram` = rows rows'. Nothing where it cannot tell the span well enough.
  static std::optional<CholeskySpan> of(std::shared_ptr<const RowMatrix> rows, RowMatrix gram);

  /// L, n x r
  const RowMatrix& coordinates() const { return made_.factor; }
  RowMatrix project(const RowMatrix& points) const;
  ColMatrix lift(const ColMatrix& w) const;

 private:
  CholeskySpan(std::shared_ptr<const RowMatrix> rows, PartialCholesky made)
      : rows_(std::move(rows)), made_(std::move(made)) {}
  bool holds_all_rows() const;

  std::shared_ptr<const RowMatrix> rows_;
  PartialCholesky made_;
};

/// Coordinates in the span of rows by Householder QR of X': X = L Q' with L triangular. Right to rounding for
/// all rows.
class HouseholderSpan {
 public:
  /// n rows, fewer than columns.
  explicit HouseholderSpan(RowMatrix rows);

  /// L, n x n: the rows in the orthonormal basis Q of their span.
  const RowMatrix& coordinates() const { return coordinates_; }

  /// p Q for points p of the span, one a row: their coordinates.
  RowMatrix project(RowMatrix points) const;

  /// Q w for every column w: from the span's coordinates to the columns of the data.
  ColMatrix lift(const ColMatrix& w) const;

 private:
  /// Some reflections I - tau v v' one after the other, as I - V' T V: V has them as rows, from column
  /// `first` on.
  struct Reflections {
    Index first;
    RowMatrix v;
    ColMatrix t;  // upper triangle
  };
  Reflections reflect_panel(RowMatrix& rows, Index first, Index last) const;
  static void reflect(RowMatrix& rows, Index begin, const Reflections& reflections);

  std::vector<Reflections> reflections_;
  RowMatrix coordinates_;
  Index columns_;
};

class RowSpace {
 public:
  /// n rows, fewer than columns; `gram` = rows rows'.
  RowSpace(const std::shared_ptr<const RowMatrix>& rows, RowMatrix gram);

  /// Did the Gram matrix tell the span? Then it tells distances, too.
  bool is_told_by_gram() const { return std::holds_alternative<CholeskySpan>(span_); }

  /// L, n x r, zero above the diagonal: the rows in an orthonormal basis Q of their span (r = n, or less
  /// where rows depend on each other).
  const RowMatrix& coordinates() const;

  /// p Q for points p of the span, one a row: their coordinates.
  RowMatrix project(const RowMatrix& points) const;

  /// Q w for every column w: from the span's coordinates to the columns of the data.
  ColMatrix lift(const ColMatrix& w) const;

 private:
  std::variant<CholeskySpan, HouseholderSpan> span_;
};

}  // namespace scpp
