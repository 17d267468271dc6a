#pragma once
// A NumPy file that is written block by block.
#include "scpp/index.hpp"
#include "io/output_text.hpp"
#include "io/table.hpp"

namespace scpp {

/// The blocks must have `rows` rows together. Without finish() no file appears.
class NpyWriter {
 public:
  NpyWriter(const std::string& path, Index rows, Index columns, Scalar scalar);

  void append(const TableView& rows);
  void finish() { out_.finish(); }

 private:
  OutputText out_;
  Scalar scalar_;
};

}  // namespace scpp
