#pragma once
// Centre and scale, and the rows of a node as the method sees them.
#include <span>
#include <vector>

#include "base/types.hpp"
#include "scpp/model.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// A table behind its transform. Nothing is copied until rows are gathered.
struct Scaled {
  TableView table;
  Transform transform;
  Vector weights;  ///< one for each row of the table
  RowMatrix scatter_inside;  ///< d x d: what each row hides, when rows stand for many; empty when they do not

  Index rows() const { return table.rows(); }
  Index columns() const { return table.columns(); }
};

/// Checks every value and weight (InvalidArgument names row and column), then finds mean and scale of each
/// column (data/moments).
Scaled standardise(const TableView& table, std::span<const double> weights, bool standardise);

/// Row `row` of a table, transformed.
void transformed_row(const TableView& table, const Transform& transform, Index row, double* out);

/// Rows [begin, end) of a table, transformed; on the calling thread.
RowMatrix transformed_rows(const TableView& table, const Transform& transform, Index begin, Index end);

/// The given rows, transformed, as one matrix.
RowMatrix gather(const Scaled& scaled, const std::vector<Index>& rows);

}  // namespace scpp
