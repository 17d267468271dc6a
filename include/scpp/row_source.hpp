#pragma once
// Rows that are read in blocks, from memory or from a file that is larger than it.
#include <cstddef>

#include "scpp/table_view.hpp"

namespace scpp {

class RowSource {
 public:
  RowSource(Index rows, Index columns) : rows_(rows), columns_(columns) {}
  virtual ~RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  Index rows() const { return rows_; }
  Index columns() const { return columns_; }

  /// Rows [first, first + count), valid until the next call.
  virtual TableView read(Index first, Index count) = 0;

 private:
  Index rows_, columns_;
};

/// Rows that are in memory already.
class TableRows : public RowSource {
 public:
  explicit TableRows(const TableView& table) : RowSource(table.rows(), table.columns()), table_(table) {}
  TableView read(Index first, Index count) override { return table_.middle_rows(first, count); }

 private:
  TableView table_;
};

}  // namespace scpp
