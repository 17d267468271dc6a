#pragma once
// A table in memory: numbers to cluster, text columns kept aside, and where both came from.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scpp/table_view.hpp"

namespace scpp {

enum class Scalar { float32, float64 };

struct TextColumn {
  std::string name;          ///< empty when the source has no names
  Index position = 0;  ///< its place in the source, counted from 0
  std::vector<std::string> cells;
};

/// Plain data; copying it shares the numbers. NaN marks a missing cell.
struct Table {
  TableView values;
  Scalar scalar = Scalar::float64;       ///< how `values` are held
  std::shared_ptr<const void> owner;     ///< keeps the memory behind `values` alive
  std::vector<std::string> names;        ///< of the numeric columns; empty when the source has none
  std::vector<Index> positions;    ///< of the numeric columns in the source, counted from 0
  std::vector<TextColumn> text;          ///< one cell per row each
  std::vector<std::string> left_out;     ///< labels of the text columns dropped on request
  std::vector<Index> source_rows;  ///< data row (from 0) of each row; empty when none was dropped

  Index rows() const { return values.rows(); }
  Index columns() const { return values.columns(); }
};

/// "column 3 'width'", or "column 3" without a name; `position` counts from 0.
std::string column_label(Index position, const std::string& name);
/// The same for numeric column `column` of `table`.
std::string column_label(const Table& table, Index column);

/// A table of `rows` x `columns` numbers held row by row in `values`, at positions 0, 1, ...
template <class Real>
Table owning_table(std::shared_ptr<const Real[]> values, Index rows, Index columns);

/// Which part of a table to take, and what to put into missing cells.
struct Selection {
  std::optional<std::vector<Index>> rows;     ///< all when absent
  std::optional<std::vector<Index>> columns;  ///< all when absent
  const std::vector<double>* fill = nullptr;        ///< per selected column, instead of NaN
};

/// A copy of the selected part, in the scalar of `table`.
Table select(const Table& table, const Selection& selection);

}  // namespace scpp
