#pragma once
// Fewer rows than columns: the rows lie in their span, and so does every direction the search can reach
// (gradients are combinations of rows). X = L Q' with Q orthonormal gives coordinates L in that span.
#include <memory>
#include <variant>

#include "base/types.hpp"
#include "split/factored_span.hpp"
#include "split/reflected_span.hpp"

namespace scpp {

class RowSpace {
 public:
  /// n rows, fewer than columns; `products` = rows rows'.
  RowSpace(std::shared_ptr<const RowMatrix> rows, RowMatrix products);

  /// Did the products tell the span? Then they tell distances, too.
  bool is_told_by_products() const { return std::holds_alternative<FactoredSpan>(span_); }

  /// L, n x r, zero above the diagonal: the rows in an orthonormal basis Q of their span (r = n, or less
  /// where rows depend on each other).
  const RowMatrix& coordinates() const;

  /// p Q for points p of the span, one a row: their coordinates.
  RowMatrix project(const RowMatrix& points) const;

  /// Q w for every column w: from the span's coordinates to the columns of the data.
  ColMatrix lift(const ColMatrix& w) const;

 private:
  std::variant<FactoredSpan, ReflectedSpan> span_;
};

}  // namespace scpp
