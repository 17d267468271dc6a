// NumPy's array files: header (format versions 1 to 3), views and conversions, writing.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/number_text.hpp"
#include "io/formats.hpp"
#include "io/table.hpp"

namespace scpp {
namespace {

struct NpyHeader {
  std::string descr;  ///< byte order, kind and size of an element, as "<f8"
  bool fortran_order = false;
  std::vector<Index> shape;
  std::size_t size = 0;  ///< bytes before the elements
};

const std::string_view magic = "\x93NUMPY";

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw FileError(path + " is not a readable NPY file: " + reason);
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The text after "'key':" in a Python dict of plain values, blanks skipped.
std::string_view value_of(const std::string& path, std::string_view dict, const std::string& key) {
  auto at = dict.find("'" + key + "'");
  if (at != std::string_view::npos) at = dict.find_first_not_of(' ', at + key.size() + 2);
  if (at == std::string_view::npos || dict[at] != ':') fail(path, "its header has no '" + key + "'");
  const auto value = dict.find_first_not_of(' ', at + 1);
  return value == std::string_view::npos ? std::string_view() : dict.substr(value);
}

std::string parse_descr(const std::string& path, std::string_view value) {
  const auto end = value.empty() ? value.npos : value.find(value[0], 1);
  if (value.starts_with('[')) fail(path, "it holds records of several fields, not one matrix of numbers");
  if (!value.starts_with('\'') || end == value.npos) fail(path, "its 'descr' is no type name");
  return std::string(value.substr(1, end - 1));
}

std::vector<Index> parse_shape(const std::string& path, std::string_view value) {
  const auto end = value.find(')');
  if (!value.starts_with('(') || end == value.npos) fail(path, "its 'shape' is no tuple");
  const std::string_view tuple = value.substr(0, end);
  std::vector<Index> shape;
  std::string_view rest = tuple.substr(1);
  while (!without_blanks(rest).empty()) {
    const std::string_view item = without_blanks(rest.substr(0, rest.find(',')));
    const auto length = number_in<Index>(item);
    if (!length || *length < 0) fail(path, "its 'shape' holds " + quoted_for_message(item));
    shape.push_back(*length);
    const auto comma = rest.find(',');
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return shape;
}

bool parse_flag(const std::string& path, std::string_view value) {
  if (value.starts_with("True")) return true;
  if (value.starts_with("False")) return false;
  fail(path, "its 'fortran_order' is neither True nor False");
}

/// Throws FileError naming the path and what cannot be understood.
NpyHeader parse_header(const std::string& path, std::string_view bytes) {
  if (!looks_like_npy(bytes)) fail(path, "it does not begin with the NPY mark");
  const std::size_t length_at = magic.size() + 2;
  if (bytes.size() < length_at + 4) fail(path, "it ends inside its header");
  const unsigned char version = bytes[magic.size()];
  if (version < 1 || version > 3) fail(path, "format version " + std::to_string(version) + " is unknown");
  const std::size_t length_size = version == 1 ? 2 : 4;
  const std::size_t length = little_endian(bytes.substr(length_at, length_size));
  const std::size_t start = length_at + length_size;
  if (length > bytes.size() - start) fail(path, "it ends inside its header");
  const std::string_view dict = bytes.substr(start, length);
  return {parse_descr(path, value_of(path, dict, "descr")),
          parse_flag(path, value_of(path, dict, "fortran_order")),
          parse_shape(path, value_of(path, dict, "shape")), start + length};
}

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

/// An array in the bytes of its file.
struct Array {
  Element element;
  Shape shape;
  bool fortran_order = false;
  const char* data = nullptr;

  bool can_be_viewed() const {
    return element.native && element.kind[0] == 'f' &&
           reinterpret_cast<std::uintptr_t>(data) % element.size == 0;
  }

  void convert_rows(Index first, Index count, double* out) const {
    const std::size_t row_step = (fortran_order ? 1 : shape.columns) * element.size;
    const std::size_t column_step = (fortran_order ? shape.rows : 1) * element.size;
    for (Index row = first; row < first + count; ++row)
      for (Index column = 0; column < shape.columns; ++column)
        *out++ = element.to_double(data + row * row_step + column * column_step);
  }
};

Array array_in(const std::string& path, const Bytes& bytes) {
  const NpyHeader header = parse_header(path, bytes.view);
  Array array{element_of(path, header.descr), shape_of(path, header), header.fortran_order,
              bytes.view.data() + header.size};
  require_complete(path, array.shape, array.element.size, bytes.view.size() - header.size);
  return array;
}

Table viewed(const Bytes& bytes, const Array& array) {
  return array.element.size == sizeof(float)
             ? viewed<float>(bytes, array.data, array.shape, array.fortran_order)
             : viewed<double>(bytes, array.data, array.shape, array.fortran_order);
}

/// Elements of other kinds, converted as they are read.
class ConvertedRows : public RowSource {
 public:
  ConvertedRows(Bytes bytes, Array array)
      : RowSource(array.shape.rows, array.shape.columns),
        bytes_(std::move(bytes)),
        array_(std::move(array)) {}

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

std::string header_of(Index rows, Index columns, Scalar scalar) {
  const std::string order = std::endian::native == std::endian::little ? "<" : ">";
  std::string dict = "{'descr': '" + order + (scalar == Scalar::float32 ? "f4" : "f8") +
                     "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                     std::to_string(columns) + "), }";
  // NumPy pads with blanks so that the elements start at a multiple of 64.
  const std::size_t before_dict = 10, alignment = 64;
  while ((before_dict + dict.size() + 1) % alignment != 0) dict += ' ';
  dict += '\n';
  std::string header = "\x93NUMPY";
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(dict.size());  // below 128, whatever the numbers in it
  header += '\x00';
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

bool looks_like_npy(std::string_view bytes) { return bytes.starts_with(magic); }

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

NpyWriter::NpyWriter(const std::string& path, Index rows, Index columns, Scalar scalar)
    : out_(std::make_unique<OutputText>(path)), scalar_(scalar) {
  out_->text() = header_of(rows, columns, scalar);
}

NpyWriter::~NpyWriter() = default;

void NpyWriter::append(const TableView& rows) {
  std::vector<double> values(rows.columns());
  for (Index row = 0; row < rows.rows(); ++row) {
    rows.copy_row(row, values.data());
    if (scalar_ == Scalar::float32)
      append_row<float>(out_->text(), values);
    else
      append_row<double>(out_->text(), values);
    out_->flush_if_large();
  }
}

void NpyWriter::finish() { out_->finish(); }

void write_npy(const std::string& path, const Table& table) {
  NpyWriter writer(path, table.rows(), table.columns(), table.scalar);
  writer.append(table.values);
  writer.finish();
}

}  // namespace scpp
