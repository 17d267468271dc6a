#pragma once
// The two directions of the model file behind one interface: each field is named once, by a function that
// runs over a Writer or over a Reader. Text and integers go to a JSON header; real numbers go to a binary
// part, little-endian on every machine, where the header gives type, shape and place of each array.
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/model.hpp"

namespace scpp::archive {

using Json = nlohmann::json;

/// What is wrong with the bytes; the caller adds the name of the file.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Word>
void append_word(std::string& bytes, Word word) {
  std::array<char, sizeof(Word)> little_endian;
  for (std::size_t i = 0; i < sizeof(Word); ++i)
    little_endian[i] = static_cast<char>((word >> (8 * i)) & 0xff);
  bytes.append(little_endian.data(), little_endian.size());
}

/// The caller has checked that sizeof(Word) bytes stand at `place`.
template <class Word>
Word word_at(std::string_view bytes, Index place) {
  Word word = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i)
    word |= static_cast<Word>(static_cast<unsigned char>(bytes[place + i])) << (8 * i);
  return word;
}

class Writer {
 public:
  template <class Plain>
  using Field = const Plain;

  Writer(Json& object, std::string& data) : object_(object), data_(data) { object_ = Json::object(); }

  void field(const char* key, int value) { object_[key] = value; }
  void field(const char* key, Index value) { object_[key] = value; }
  void field(const char* key, const std::vector<int>& values) { object_[key] = values; }
  void field(const char* key, const std::string& text);
  void field(const char* key, const std::vector<std::string>& texts);
  void field(const char* key, double value) { reals(key, Json::array(), &value, 1); }
  void field(const char* key, const std::vector<double>& values) {
    reals(key, {values.size()}, values.data(), values.size());
  }
  void field(const char* key, const DenseMatrix& matrix) {
    reals(key, {matrix.rows, matrix.columns}, matrix.values.data(), matrix.values.size());
  }
  /// Integers that belong to an array rather than to the structure.
  void int32_array(const char* key, const std::vector<std::int32_t>& values);
  void int64_array(const char* key, const std::vector<std::int64_t>& values);

  template <class Part, class Visit>
  void part(const char* key, const Part& part, Visit visit) {
    Writer inner(object_[key], data_);
    visit(inner, part);
  }
  template <class Part, class Visit>
  void optional_part(const char* key, const std::optional<Part>& optional, Visit visit) {
    if (optional) part(key, *optional, visit);
  }
  template <class Part, class Visit>
  void parts(const char* key, const std::vector<Part>& list, Visit visit) {
    Json& array = object_[key] = Json::array();
    for (const Part& element : list) {
      Writer inner(array.emplace_back(), data_);
      visit(inner, element);
    }
  }

 private:
  void describe(const char* key, const char* type, Json shape);
  void reals(const char* key, Json shape, const double* values, Index count);

  Json& object_;
  std::string& data_;
};

/// Reads what a Writer wrote, in the same sequence: every array must begin where the one before it ended.
/// Nothing is allocated before its size is known to be covered by bytes at hand.
class Reader {
 public:
  template <class Plain>
  using Field = Plain;

  Reader(const Json& object, std::string_view data, Index& position)
      : object_(object), data_(data), position_(position) {}

  void field(const char* key, int& value);
  void field(const char* key, Index& value);  ///< not negative
  void field(const char* key, std::vector<int>& values);
  void field(const char* key, std::string& text);
  void field(const char* key, std::vector<std::string>& texts);
  void field(const char* key, double& value);
  void field(const char* key, std::vector<double>& values);
  void field(const char* key, DenseMatrix& matrix);
  void int32_array(const char* key, std::vector<std::int32_t>& values);
  void int64_array(const char* key, std::vector<std::int64_t>& values);

  template <class Part, class Visit>
  void part(const char* key, Part& part, Visit visit) {
    Reader inner(object_.at(key), data_, position_);
    visit(inner, part);
  }
  template <class Part, class Visit>
  void optional_part(const char* key, std::optional<Part>& optional, Visit visit) {
    if (object_.contains(key)) part(key, optional.emplace(), visit);
  }
  template <class Part, class Visit>
  void parts(const char* key, std::vector<Part>& list, Visit visit) {
    for (const Json& element : array_at(key)) {
      Reader inner(element, data_, position_);
      visit(inner, list.emplace_back());
    }
  }

 private:
  const Json& array_at(const char* key) const;
  std::vector<Index> shape_at(const char* key, const char* type, Index rank, Index bytes) const;
  double next_real();

  const Json& object_;
  std::string_view data_;
  Index& position_;
};

// ---- what stands around the fields of a file: magic (8 bytes), format version (u32), length of the header
// (u64), header (JSON), arrays, CRC-32 of everything before it (u32); all numbers are little-endian

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
