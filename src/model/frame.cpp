#include "model/frame.hpp"

#include <array>

namespace scpp::archive {
namespace {

constexpr std::size_t magic_size = 8;
constexpr std::size_t fixed_size = magic_size + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_size = sizeof(std::uint32_t);

constexpr std::uint32_t crc_polynomial = 0xEDB88320u;  // CRC-32 of ISO 3309, as in gzip and PNG, bits reversed

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
