#pragma once
// Rows that are read in blocks, from memory or from a file that is larger than it.
#include <cstddef>

#include "scpp/table_view.hpp"

namespace scpp {

class RowSource {
 public:
  RowSource(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {}
  virtual ~RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  /// Rows [first, first + count), valid until the next call.
  virtual TableView read(std::size_t first, std::size_t count) = 0;

 private:
  std::size_t rows_, columns_;
};

/// Rows that are in memory already.
class TableRows : public RowSource {
 public:
  explicit TableRows(const TableView& table) : RowSource(table.rows(), table.columns()), table_(table) {}
  TableView read(std::size_t first, std::size_t count) override { return table_.middle_rows(first, count); }

 private:
  TableView table_;
};

}  // namespace scpp
