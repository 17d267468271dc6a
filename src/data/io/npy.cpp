#include "data/io/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "data/io/npy_header.hpp"

namespace scpp {
namespace {

using Convert = double (*)(const char*);

template <class Element, bool swapped>
double convert(const char* from) {
  std::array<char, sizeof(Element)> bytes;
  std::memcpy(bytes.data(), from, sizeof(Element));
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return static_cast<double>(std::bit_cast<Element>(bytes));
}

double convert_bool(const char* from) { return *from != 0 ? 1.0 : 0.0; }

template <bool swapped>
Convert converter(const std::string& kind) {
  if (kind == "f4") return convert<float, swapped>;
  if (kind == "f8") return convert<double, swapped>;
  if (kind == "i1") return convert<std::int8_t, swapped>;
  if (kind == "i2") return convert<std::int16_t, swapped>;
  if (kind == "i4") return convert<std::int32_t, swapped>;
  if (kind == "i8") return convert<std::int64_t, swapped>;
  if (kind == "u1") return convert<std::uint8_t, swapped>;
  if (kind == "u2") return convert<std::uint16_t, swapped>;
  if (kind == "u4") return convert<std::uint32_t, swapped>;
  if (kind == "u8") return convert<std::uint64_t, swapped>;
  if (kind == "b1") return convert_bool;
  return nullptr;
}

struct Element {
  std::string kind;  ///< "f8"
  std::size_t size = 0;
  bool native = true;
  Convert to_double = nullptr;
};

Element element_of(const std::string& path, const std::string& descr) {
  Element element;
  const char order = descr.empty() ? '?' : descr[0];
  const char here = std::endian::native == std::endian::little ? '<' : '>';
  element.native = order == here || order == '=' || order == '|';
  if (element.native || order == '<' || order == '>') {
    element.kind = descr.substr(1);
    element.to_double = element.native ? converter<false>(element.kind) : converter<true>(element.kind);
  }
  if (!element.to_double)
    throw FileError(path + " holds elements of type '" + descr +
                    "'; float32, float64, integer and boolean arrays can be read");
  element.size = static_cast<std::size_t>(element.kind[1] - '0');
  return element;
}

struct Shape {
  std::size_t rows = 0;
  std::size_t columns = 1;
};

Shape shape_of(const std::string& path, const NpyHeader& header) {
  if (header.shape.empty() || header.shape.size() > 2)
    throw FileError(path + " holds an array of " + std::to_string(header.shape.size()) +
                    " dimensions; a table has 2 (or 1, for a single column)");
  const Shape shape{header.shape[0], header.shape.size() == 2 ? header.shape[1] : 1};
  if (shape.columns == 0) throw FileError(path + " has no columns");
  return shape;
}

void require_complete(const std::string& path, Shape shape, std::size_t element_size, std::size_t held) {
  const std::size_t promised =
      saturating_product(saturating_product(shape.rows, shape.columns), element_size);
  if (promised > held)
    throw FileError(path + " promises " + std::to_string(shape.rows) + " rows of " +
                    std::to_string(shape.columns) + " columns, but holds only " +
                    bytes_in_words(static_cast<double>(held)) + " of values");
}

template <class Real>
Table viewed(const Bytes& bytes, const char* data, Shape shape, bool fortran_order) {
  const auto values = reinterpret_cast<const Real*>(data);
  Table table = owning_table<Real>({bytes.owner, values}, shape.rows, shape.columns);
  if (fortran_order) table.values = TableView::column_major(values, shape.rows, shape.columns);
  return table;
}

Table converted(const char* data, Shape shape, bool fortran_order, const Element& element,
                const MemoryBudget& budget) {
  std::shared_ptr<double[]> values = budget.allocate<double>(shape.rows * shape.columns);
  const std::size_t row_step = (fortran_order ? 1 : shape.columns) * element.size;
  const std::size_t column_step = (fortran_order ? shape.rows : 1) * element.size;
  double* out = values.get();
  for (std::size_t row = 0; row < shape.rows; ++row)
    for (std::size_t column = 0; column < shape.columns; ++column)
      *out++ = element.to_double(data + row * row_step + column * column_step);
  return owning_table<double>(std::move(values), shape.rows, shape.columns);
}

bool is_aligned(const char* data, std::size_t size) {
  return reinterpret_cast<std::uintptr_t>(data) % size == 0;
}

}  // namespace

Table read_npy(const std::string& path, const Bytes& bytes, const MemoryBudget& budget) {
  const NpyHeader header = parse_npy_header(path, bytes.view);
  const Element element = element_of(path, header.descr);
  const Shape shape = shape_of(path, header);
  require_complete(path, shape, element.size, bytes.view.size() - header.size);
  budget.require_columns(shape.columns);
  const char* data = bytes.view.data() + header.size;
  const bool viewable = element.native && is_aligned(data, element.size);
  if (viewable && element.kind == "f8") return viewed<double>(bytes, data, shape, header.fortran_order);
  if (viewable && element.kind == "f4") return viewed<float>(bytes, data, shape, header.fortran_order);
  return converted(data, shape, header.fortran_order, element, budget);
}

}  // namespace scpp
