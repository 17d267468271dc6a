#pragma once
// Coordinates in the span of rows from their scalar products alone: X X' = L L', Q = X' L^-T. A quarter of
// the work of reflections, but right only where the rows are not nearly dependent.
#include <memory>
#include <optional>

#include "base/types.hpp"
#include "split/echelon.hpp"

namespace scpp {

class FactoredSpan {
 public:
  /// `products` = rows rows'. Nothing where they cannot tell the span well enough.
  static std::optional<FactoredSpan> of(std::shared_ptr<const RowMatrix> rows, RowMatrix products);

  /// L, n x r
  const RowMatrix& coordinates() const { return made_.factor; }
  RowMatrix project(const RowMatrix& points) const;
  ColMatrix lift(const ColMatrix& w) const;

 private:
  FactoredSpan(std::shared_ptr<const RowMatrix> rows, Echelon made)
      : rows_(std::move(rows)), made_(std::move(made)) {}
  bool holds_all_rows() const;

  std::shared_ptr<const RowMatrix> rows_;
  Echelon made_;
};

}  // namespace scpp
