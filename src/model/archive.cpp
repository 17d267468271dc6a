#include "model/archive.hpp"

#include <array>
#include <bit>

namespace scpp::archive {
namespace {

constexpr const char* real_type = "float64";
constexpr const char* integer_type = "int32";
constexpr const char* long_integer_type = "int64";

/// JSON text is UTF-8; a name in another encoding is kept as its bytes.
Json json_of(const std::string& text) {
  Json value = text;
  try {
    value.dump();
    return value;
  } catch (const Json::type_error&) {
    return {{"bytes", std::vector<unsigned char>(text.begin(), text.end())}};
  }
}

template <class Integer>
Integer integer_in(const Json& value, const char* key) {
  if (value.is_number_unsigned() && std::in_range<Integer>(value.get<std::uint64_t>()))
    return static_cast<Integer>(value.get<std::uint64_t>());
  if (value.is_number_integer() && !value.is_number_unsigned() &&
      std::in_range<Integer>(value.get<std::int64_t>()))
    return static_cast<Integer>(value.get<std::int64_t>());
  throw Damage(std::string(key) + " is not an integer of its kind");
}

Index count_in(const Json& value, const char* key) {
  const auto count = integer_in<Index>(value, key);
  if (count < 0) throw Damage(std::string(key) + " is negative");
  return count;
}

std::string text_in(const Json& value, const char* key) {
  if (value.is_string()) return value.get<std::string>();
  std::string text;
  for (const Json& byte : value.at("bytes"))
    text.push_back(static_cast<char>(integer_in<unsigned char>(byte, key)));
  return text;
}

constexpr std::size_t magic_size = 8;
constexpr std::size_t fixed_size = magic_size + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_size = sizeof(std::uint32_t);

constexpr std::uint32_t crc_polynomial =
    0xEDB88320u;  // CRC-32 of ISO 3309, as in gzip and PNG, bits reversed

/// tables[k][byte]: what `byte` with k zero bytes behind it adds to the checksum.
constexpr std::array<std::array<std::uint32_t, 256>, 8> crc_tables() {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t word = byte;
    for (int bit = 0; bit < 8; ++bit) word = (word >> 1) ^ (word & 1 ? crc_polynomial : 0);
    tables[0][byte] = word;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
  return tables;
}

/// Eight bytes at a time (Kounavis and Berry, 2005), the rest one by one.
std::uint32_t checksum(std::string_view bytes) {
  static constexpr auto tables = crc_tables();
  std::uint32_t crc = ~0u;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    const std::uint64_t word = word_at<std::uint64_t>(bytes, 0) ^ crc;
    crc = 0;
    for (int k = 0; k < 8; ++k) crc ^= tables[7 - k][(word >> (8 * k)) & 0xff];
  }
  for (const char byte : bytes) crc = (crc >> 8) ^ tables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xff];
  return ~crc;
}

}  // namespace

void Writer::field(const char* key, const std::string& text) { object_[key] = json_of(text); }

void Writer::field(const char* key, const std::vector<std::string>& texts) {
  Json& array = object_[key] = Json::array();
  for (const std::string& text : texts) array.push_back(json_of(text));
}

void Writer::describe(const char* key, const char* type, Json shape) {
  object_[key] = {{"type", type}, {"shape", std::move(shape)}, {"offset", data_.size()}};
}

void Writer::reals(const char* key, Json shape, const double* values, Index count) {
  describe(key, real_type, std::move(shape));
  for (Index i = 0; i < count; ++i) append_word(data_, std::bit_cast<std::uint64_t>(values[i]));
}

void Writer::int32_array(const char* key, const std::vector<std::int32_t>& values) {
  describe(key, integer_type, {values.size()});
  for (const std::int32_t value : values) append_word(data_, static_cast<std::uint32_t>(value));
}

void Writer::int64_array(const char* key, const std::vector<std::int64_t>& values) {
  describe(key, long_integer_type, {values.size()});
  for (const std::int64_t value : values) append_word(data_, static_cast<std::uint64_t>(value));
}

void Reader::field(const char* key, int& value) { value = integer_in<int>(object_.at(key), key); }

void Reader::field(const char* key, Index& value) { value = count_in(object_.at(key), key); }

void Reader::field(const char* key, std::vector<int>& values) {
  for (const Json& value : array_at(key)) values.push_back(integer_in<int>(value, key));
}

void Reader::field(const char* key, std::string& text) { text = text_in(object_.at(key), key); }

void Reader::field(const char* key, std::vector<std::string>& texts) {
  for (const Json& text : array_at(key)) texts.push_back(text_in(text, key));
}

void Reader::field(const char* key, double& value) {
  shape_at(key, real_type, 0, sizeof(double));
  value = next_real();
}

void Reader::field(const char* key, std::vector<double>& values) {
  values.resize(shape_at(key, real_type, 1, sizeof(double))[0]);
  for (double& value : values) value = next_real();
}

void Reader::field(const char* key, DenseMatrix& matrix) {
  const auto shape = shape_at(key, real_type, 2, sizeof(double));
  matrix = {shape[0], shape[1], std::vector<double>(shape[0] * shape[1])};
  for (double& value : matrix.values) value = next_real();
}

void Reader::int32_array(const char* key, std::vector<std::int32_t>& values) {
  values.resize(shape_at(key, integer_type, 1, sizeof(std::int32_t))[0]);
  for (std::int32_t& value : values) {
    value = static_cast<std::int32_t>(word_at<std::uint32_t>(data_, position_));
    position_ += sizeof(value);
  }
}

void Reader::int64_array(const char* key, std::vector<std::int64_t>& values) {
  values.resize(shape_at(key, long_integer_type, 1, sizeof(std::int64_t))[0]);
  for (std::int64_t& value : values) {
    value = static_cast<std::int64_t>(word_at<std::uint64_t>(data_, position_));
    position_ += sizeof(value);
  }
}

const Json& Reader::array_at(const char* key) const {
  const Json& array = object_.at(key);
  if (!array.is_array()) throw Damage(std::string(key) + " is not a list");
  return array;
}

std::vector<Index> Reader::shape_at(const char* key, const char* type, Index rank, Index bytes) const {
  const Json& description = object_.at(key);
  const Json& sizes = description.at("shape");
  if (description.at("type") != type || !sizes.is_array() || std::ssize(sizes) != rank)
    throw Damage(std::string(key) + " has another type or shape than it must have");
  if (count_in(description.at("offset"), key) != position_)
    throw Damage(std::string(key) + " does not begin where the array before it ends");
  std::vector<Index> shape;
  Index room = (std::ssize(data_) - position_) / bytes;
  if (rank == 0 && room == 0) throw Damage(std::string(key) + " reaches beyond the end");
  bool empty = false;  // a matrix without rows may have columns
  for (const Json& value : sizes) {
    const auto size = integer_in<std::uint64_t>(value, key);
    empty = empty || size == 0;
    if (!std::in_range<Index>(size) || (!empty && std::cmp_greater(size, room)))
      throw Damage(std::string(key) + " reaches beyond the end");
    shape.push_back(static_cast<Index>(size));
    if (!empty) room /= shape.back();
  }
  return shape;
}

double Reader::next_real() {
  const auto word = word_at<std::uint64_t>(data_, position_);
  position_ += sizeof(word);
  return std::bit_cast<double>(word);
}

std::string framed(const Frame& frame, const Json& header, const std::string& data) {
  const std::string header_text = header.dump();
  std::string bytes(frame.magic);
  bytes.reserve(fixed_size + header_text.size() + data.size() + checksum_size);
  append_word(bytes, frame.version);
  append_word(bytes, static_cast<std::uint64_t>(header_text.size()));
  bytes += header_text;
  bytes += data;
  append_word(bytes, checksum(bytes));
  return bytes;
}

void check_magic(const Frame& frame, std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(frame.magic)) throw FileError(name + " is not " + frame.what);
}

void check_frame(const Frame& frame, std::string_view bytes, const std::string& name) {
  check_magic(frame, bytes, name);
  if (bytes.size() < fixed_size + checksum_size) throw FileError(name + " is damaged (it ends early)");
  const auto version = word_at<std::uint32_t>(bytes, magic_size);
  if (version > frame.version)
    throw FileError(name + " is from a newer version of scpp (format " + std::to_string(version) +
                    ", this one reads up to " + std::to_string(frame.version) + ")");
  const std::size_t end = bytes.size() - checksum_size;
  if (word_at<std::uint32_t>(bytes, end) != checksum(bytes.substr(0, end)))
    throw FileError(name + " is damaged (checksum)");
  if (version != frame.version) throw FileError(name + " has the unknown format " + std::to_string(version));
}

Content content_of(std::string_view bytes) {
  const std::string_view body = bytes.substr(fixed_size, bytes.size() - fixed_size - checksum_size);
  const auto header_size = word_at<std::uint64_t>(bytes, fixed_size - sizeof(std::uint64_t));
  if (header_size > body.size()) throw Damage("its header reaches beyond the end");
  Content content{Json::parse(body.substr(0, header_size), nullptr, false), body.substr(header_size)};
  if (!content.header.is_object()) throw Damage("its header is not a JSON object");
  return content;
}

}  // namespace scpp::archive
