#include <bit>
#include <vector>

#include "data/io/output_text.hpp"
#include "data/io/write_table.hpp"

namespace scpp {
namespace {

std::string header_of(const Table& table) {
  const std::string order = std::endian::native == std::endian::little ? "<" : ">";
  std::string dict = "{'descr': '" + order + (table.scalar == Scalar::float32 ? "f4" : "f8") +
                     "', 'fortran_order': False, 'shape': (" + std::to_string(table.rows()) + ", " +
                     std::to_string(table.columns()) + "), }";
  // NumPy pads with blanks so that the elements start at a multiple of 64.
  const std::size_t before_dict = 10, alignment = 64;
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

void write_npy(const std::string& path, const Table& table) {
  OutputText out(path);
  out.text() = header_of(table);
  std::vector<double> row_values(table.columns());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    table.values.copy_row(row, row_values.data());
    if (table.scalar == Scalar::float32)
      append_row<float>(out.text(), row_values);
    else
      append_row<double>(out.text(), row_values);
    out.flush_if_large();
  }
  out.finish();
}

}  // namespace scpp
