#include "io/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "io/mapped_rows.hpp"
#include "io/npy_header.hpp"

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
  Index size = 0;
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
  element.size = element.kind[1] - '0';
  return element;
}

struct Shape {
  Index rows = 0;
  Index columns = 1;
};

Shape shape_of(const std::string& path, const NpyHeader& header) {
  if (header.shape.empty() || std::ssize(header.shape) > 2)
    throw FileError(path + " holds an array of " + std::to_string(header.shape.size()) +
                    " dimensions; a table has 2 (or 1, for a single column)");
  const Shape shape{header.shape[0], std::ssize(header.shape) == 2 ? header.shape[1] : 1};
  if (shape.columns == 0) throw FileError(path + " has no columns");
  return shape;
}

void require_complete(const std::string& path, Shape shape, Index element_size, Index held) {
  const Index promised =
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

/// An array in the bytes of its file.
struct Array {
  Element element;
  Shape shape;
  bool fortran_order = false;
  const char* data = nullptr;

  bool can_be_viewed() const {
    return element.native && element.kind[0] == 'f' && reinterpret_cast<std::uintptr_t>(data) % element.size == 0;
  }

  void convert_rows(Index first, Index count, double* out) const {
    const Index row_step = (fortran_order ? 1 : shape.columns) * element.size;
    const Index column_step = (fortran_order ? shape.rows : 1) * element.size;
    for (Index row = first; row < first + count; ++row)
      for (Index column = 0; column < shape.columns; ++column)
        *out++ = element.to_double(data + row * row_step + column * column_step);
  }
};

Array array_in(const std::string& path, const Bytes& bytes) {
  const NpyHeader header = parse_npy_header(path, bytes.view);
  Array array{element_of(path, header.descr), shape_of(path, header), header.fortran_order,
              bytes.view.data() + header.size};
  require_complete(path, array.shape, array.element.size, bytes.view.size() - header.size);
  return array;
}

Table viewed(const Bytes& bytes, const Array& array) {
  return array.element.size == sizeof(float) ? viewed<float>(bytes, array.data, array.shape, array.fortran_order)
                                             : viewed<double>(bytes, array.data, array.shape, array.fortran_order);
}

/// Elements of other kinds, converted as they are read.
class ConvertedRows : public RowSource {
 public:
  ConvertedRows(Bytes bytes, Array array)
      : RowSource(array.shape.rows, array.shape.columns), bytes_(std::move(bytes)), array_(std::move(array)) {}

  TableView read(Index first, Index count) override {
    drop_pages(bytes_.view);
    values_.resize(count * columns());
    array_.convert_rows(first, count, values_.data());
    return TableView::row_major(values_.data(), count, columns());
  }

 private:
  Bytes bytes_;
  Array array_;
  std::vector<double> values_;
};

}  // namespace

Table read_npy(const std::string& path, const Bytes& bytes, const MemoryBudget& budget) {
  const Array array = array_in(path, bytes);
  if (array.shape.rows == 0) budget.require_columns(array.shape.columns);  // no value vouches for them
  if (array.can_be_viewed()) return viewed(bytes, array);
  std::shared_ptr<double[]> values = budget.allocate<double>(array.shape.rows * array.shape.columns);
  array.convert_rows(0, array.shape.rows, values.get());
  return owning_table<double>(std::move(values), array.shape.rows, array.shape.columns);
}

std::unique_ptr<RowSource> npy_rows(const std::string& path, Bytes bytes) {
  Array array = array_in(path, bytes);
  if (array.shape.rows == 0) throw FileError(path + " has no rows");
  if (!array.can_be_viewed()) return std::make_unique<ConvertedRows>(std::move(bytes), std::move(array));
  const TableView values = viewed(bytes, array).values;
  return std::make_unique<MappedRows>(std::move(bytes), values);
}

}  // namespace scpp
