#pragma once
// A model file taken apart and signed again, to see what a reader makes of wrong but well signed bytes.
#include <zlib.h>

#include <limits>
#include <string>

#include "model/sample_models.hpp"
#include "scpp/errors.hpp"

namespace scpp::samples {

constexpr std::size_t fixed_size = 20;  // magic 8, version 4, header length 8
constexpr double inf = std::numeric_limits<double>::infinity();

inline const Shape small{.splits = 1, .columns = 1, .dimensions = 1, .microclusters = 2};

/// The sentence with which bytes are refused.
inline std::string refusal(const std::string& bytes) {
  try {
    from_bytes(bytes, "the.model");
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

inline std::string little_endian(std::uint64_t word, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>((word >> (8 * i)) & 0xff));
  return bytes;
}

inline std::string with_checksum(std::string bytes) {
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  return bytes + little_endian(sum, 4);
}

/// A file taken apart, to be changed and signed again.
struct Parts {
  std::string magic, header, data;

  explicit Parts(const std::string& bytes) : magic(bytes.substr(0, 8)) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 8; ++i)
      size |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[12 + i])) << (8 * i);
    header = bytes.substr(fixed_size, size);
    data = bytes.substr(fixed_size + size, bytes.size() - fixed_size - size - 4);
  }
  std::string signed_again(std::uint32_t version = 1) const {
    return with_checksum(magic + little_endian(version, 4) + little_endian(header.size(), 8) + header + data);
  }
};

}  // namespace scpp::samples
