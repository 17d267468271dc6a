#include "model/frame.hpp"

#include <zlib.h>

namespace scpp::archive {
namespace {

constexpr std::size_t magic_size = 8;
constexpr std::size_t fixed_size = magic_size + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_size = sizeof(std::uint32_t);

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
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
