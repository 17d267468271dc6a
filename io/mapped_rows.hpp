#pragma once
// Rows in a mapped file, of which only the block that is being read stays in memory.
#include "io/bytes.hpp"
#include "scpp/row_source.hpp"

namespace scpp {

class MappedRows : public RowSource {
 public:
  /// `table` views `bytes`.
  MappedRows(Bytes bytes, const TableView& table)
      : RowSource(table.rows(), table.columns()), bytes_(std::move(bytes)), table_(table) {}

  TableView read(Index first, Index count) override {
    drop_pages(bytes_.view);
    return table_.middle_rows(first, count);
  }

 private:
  Bytes bytes_;
  TableView table_;
};

}  // namespace scpp
