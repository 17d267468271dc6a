#include <bit>
#include <vector>

#include "io/npy_writer.hpp"
#include "io/write_table.hpp"

namespace scpp {
namespace {

std::string header_of(Index rows, Index columns, Scalar scalar) {
  const std::string order = std::endian::native == std::endian::little ? "<" : ">";
  std::string dict = "{'descr': '" + order + (scalar == Scalar::float32 ? "f4" : "f8") +
                     "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                     std::to_string(columns) + "), }";
  // NumPy pads with blanks so that the elements start at a multiple of 64.
  const Index before_dict = 10, alignment = 64;
  while ((before_dict + dict.size() + 1) % alignment != 0) dict += ' ';
  dict += '\n';
  std::string header = "\x93NUMPY";
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(dict.size() & 0xff);
  header += static_cast<char>(dict.size() >> 8);
  return header + dict;
}

template <class Real>
void append_row(std::string& out, const std::vector<double>& row) {
  for (const double value : row) {
    const Real element = static_cast<Real>(value);
    out.append(reinterpret_cast<const char*>(&element), sizeof(element));
  }
}

}  // namespace

NpyWriter::NpyWriter(const std::string& path, Index rows, Index columns, Scalar scalar)
    : out_(path), scalar_(scalar) {
  out_.text() = header_of(rows, columns, scalar);
}

void NpyWriter::append(const TableView& rows) {
  std::vector<double> values(rows.columns());
  for (Index row = 0; row < rows.rows(); ++row) {
    rows.copy_row(row, values.data());
    if (scalar_ == Scalar::float32)
      append_row<float>(out_.text(), values);
    else
      append_row<double>(out_.text(), values);
    out_.flush_if_large();
  }
}

void write_npy(const std::string& path, const Table& table) {
  NpyWriter writer(path, table.rows(), table.columns(), table.scalar);
  writer.append(table.values);
  writer.finish();
}

}  // namespace scpp
