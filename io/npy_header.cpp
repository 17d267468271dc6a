#include "io/npy_header.hpp"

#include <charconv>

#include "io/cell.hpp"
#include "io/npy.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

const std::string_view magic = "\x93NUMPY";

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw FileError(path + " is not a readable NPY file: " + reason);
}

Index little_endian(std::string_view bytes) {
  Index value = 0;
  for (Index i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The text after "'key':" in a Python dict of plain values, blanks skipped.
std::string_view value_of(const std::string& path, std::string_view dict, const std::string& key) {
  auto at = dict.find("'" + key + "'");
  if (at != std::string_view::npos) at = dict.find_first_not_of(" ", at + key.size() + 2);
  if (at == std::string_view::npos || dict[at] != ':') fail(path, "its header has no '" + key + "'");
  const auto value = dict.find_first_not_of(" ", at + 1);
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
    Index length = 0;
    const auto parsed = std::from_chars(item.data(), item.data() + item.size(), length);
    if (parsed.ec != std::errc() || parsed.ptr != item.data() + item.size())
      fail(path, "its 'shape' holds " + quoted_for_message(item));
    shape.push_back(length);
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

}  // namespace

bool looks_like_npy(std::string_view bytes) { return bytes.starts_with(magic); }

NpyHeader parse_npy_header(const std::string& path, std::string_view bytes) {
  if (!looks_like_npy(bytes)) fail(path, "it does not begin with the NPY mark");
  const Index length_at = magic.size() + 2;
  if (std::ssize(bytes) < length_at + 4) fail(path, "it ends inside its header");
  const int version = static_cast<unsigned char>(bytes[magic.size()]);
  if (version < 1 || version > 3) fail(path, "format version " + std::to_string(version) + " is unknown");
  const Index length_size = version == 1 ? 2 : 4;
  const Index length = little_endian(bytes.substr(length_at, length_size));
  const Index start = length_at + length_size;
  if (length > std::ssize(bytes) - start) fail(path, "it ends inside its header");
  const std::string_view dict = bytes.substr(start, length);
  return {parse_descr(path, value_of(path, dict, "descr")),
          parse_flag(path, value_of(path, dict, "fortran_order")),
          parse_shape(path, value_of(path, dict, "shape")), start + length};
}

}  // namespace scpp
