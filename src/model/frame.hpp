#pragma once
// What stands around the fields of a file: magic (8 bytes), format version (u32), length of the header (u64),
// header (JSON), arrays, CRC-32 of everything before it (u32). All numbers are little-endian.
#include <string>
#include <string_view>

#include "model/archive.hpp"
#include "scpp/errors.hpp"

namespace scpp::archive {

struct Frame {
  std::string_view
      magic;  ///< line ends of both kinds and a control character: a transfer in text mode breaks it
  std::uint32_t version;
  const char* what;  ///< "an scpp model"
};

struct Content {
  Json header;
  std::string_view data;
};

std::string framed(const Frame& frame, const Json& header, const std::string& data);

/// Throws FileError unless the bytes begin as they must.
void check_magic(const Frame& frame, std::string_view bytes, const std::string& name);

/// Throws FileError for another kind or version and for a wrong checksum.
void check_frame(const Frame& frame, std::string_view bytes, const std::string& name);

/// The parts of bytes that passed check_frame(). Refers to `bytes`; throws Damage.
Content content_of(std::string_view bytes);

/// read(content) on bytes in their frame; whatever is wrong with them becomes a FileError.
template <class Read>
auto read_framed(const Frame& frame, std::string_view bytes, const std::string& name, const Read& read) {
  check_frame(frame, bytes, name);
  try {
    return read(content_of(bytes));
  } catch (const Damage& damage) {
    throw FileError(name + " is damaged (" + damage.what() + ")");
  } catch (const InvalidArgument& option) {
    throw FileError(name + " is damaged (" + option.what() + ")");
  } catch (const Json::exception& mismatch) {
    throw FileError(name + " is damaged (its header is not that of " + frame.what + ": " + mismatch.what() +
                    ")");
  }
}

}  // namespace scpp::archive
