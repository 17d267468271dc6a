// Files of other programs: NumPy's archives of arrays, which are read, and what is refused by its name.
#if defined(SCPP_HAS_PACKING)
#include <zlib.h>
#endif

#include <algorithm>
#include <cstdint>
#include <optional>

#include "io/formats.hpp"
#include "io/table.hpp"

namespace scpp {
namespace {

// ---- zip archives

constexpr std::string_view zip_magic = "PK\x03\x04";

struct Member {
  std::string name;
  std::uint32_t method = 0, packed = 0, size = 0, place = 0;
};

/// `count` bytes at `place`, little-endian; 0 beyond the end.
std::uint32_t number_at(std::string_view bytes, std::size_t place, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    const unsigned char byte = place + i < bytes.size() ? bytes[place + i] : '\0';
    value = value << 8 | byte;
  }
  return value;
}

/// What the directory at the end of an archive lists; nothing when it makes no sense.
std::vector<Member> members_of(std::string_view zip) {
  const std::size_t end = zip.rfind("PK\x05\x06");
  if (end == zip.npos) return {};
  std::size_t at = number_at(zip, end + 16, 4);
  std::vector<Member> members;
  for (std::size_t left = number_at(zip, end + 10, 2); left > 0; --left) {
    const std::size_t name_size = number_at(zip, at + 28, 2);
    if (at > zip.size() || zip.substr(at, 4) != "PK\x01\x02" || zip.size() - at < 46 + name_size) return {};
    members.push_back({std::string(zip.substr(at + 46, name_size)), number_at(zip, at + 10, 2),
                       number_at(zip, at + 20, 4), number_at(zip, at + 24, 4), number_at(zip, at + 42, 4)});
    at += 46 + name_size + number_at(zip, at + 30, 2) + number_at(zip, at + 32, 2);
  }
  return members;
}

bool has_member(const std::vector<Member>& members, std::string_view beginning) {
  return std::any_of(members.begin(), members.end(),
                     [&](const Member& member) { return member.name.starts_with(beginning); });
}

[[noreturn]] void fail_damaged(const std::string& path, const std::string& reason) {
  throw FileError(path + " is a damaged NPZ file: " + reason);
}

/// The bytes of a member as they stand in the archive.
std::string_view packed_bytes(const std::string& path, std::string_view zip, const Member& member) {
  const std::size_t four_gigabytes = 0xffffffff;
  if (member.packed == four_gigabytes || member.size == four_gigabytes || member.place == four_gigabytes)
    throw FileError(path + " holds arrays of 4 GB or more; save the table with numpy.save instead");
  const std::size_t at = member.place, header = 30;
  if (at + header > zip.size() || zip.substr(at, 4) != zip_magic)
    fail_damaged(path, "an array is not in its place");
  const std::size_t begin = at + header + number_at(zip, at + 26, 2) + number_at(zip, at + 28, 2);
  if (begin > zip.size() || member.packed > zip.size() - begin) fail_damaged(path, "it ends inside an array");
  return zip.substr(begin, member.packed);
}

#if defined(SCPP_HAS_PACKING)
Bytes inflated(const std::string& path, std::string_view packed, const Member& member,
               const MemoryBudget& budget) {
  const std::shared_ptr<char[]> room = budget.allocate<char>(member.size);
  z_stream stream{};
  const int without_header = -15;
  if (inflateInit2(&stream, without_header) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = member.packed;
  stream.next_out = reinterpret_cast<Bytef*>(room.get());
  stream.avail_out = member.size;
  const int status = inflate(&stream, Z_FINISH);
  const bool whole = status == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  if (!whole) fail_damaged(path, "an array cannot be unpacked");
  return {room, {room.get(), member.size}};
}
#else
Bytes inflated(const std::string& path, std::string_view, const Member&, const MemoryBudget&) {
  throw FileError(path +
                  " holds packed arrays, which scpp cannot read here; save it with numpy.save instead");
}
#endif

/// The array's name without ".npy".
std::string array_name(const Member& member) { return member.name.substr(0, member.name.size() - 4); }

const Member& chosen_array(const std::string& path, const std::vector<Member>& members,
                           const std::string& wanted) {
  const auto named = [&](const std::string& name) {
    return std::find_if(members.begin(), members.end(),
                        [&](const Member& member) { return array_name(member) == name; });
  };
  std::vector<std::string> names;
  std::string list;
  for (const Member& member : members) {
    names.push_back(array_name(member));
    list += (list.empty() ? "" : ", ") + names.back();
  }
  if (!wanted.empty()) {
    const std::string name =
        wanted.substr(wanted.find_first_not_of('/') == wanted.npos ? 0 : wanted.find_first_not_of('/'));
    if (const auto found = named(name); found != members.end()) return *found;
    throw InvalidArgument(path + " has no array '" + name + "', only " + list);
  }
  if (named("indptr") != members.end() && named("indices") != members.end())
    throw FileError(
        path +
        " holds a sparse matrix of SciPy; convert it: python3 -c \"import numpy, scipy.sparse as s; "
        "numpy.save('data.npy', s.load_npz('" +
        path + "').toarray())\"");
  if (members.size() == 1) return members.front();
  if (const auto found = named("X"); found != members.end()) return *found;
  throw FileError(path + " holds " + std::to_string(members.size()) + " arrays: " + list +
                  "; name the one to read, as in " + path + ":/" + names.front());
}

// ---- what is refused by its name

struct Foreign {
  std::string kind;
  std::string how;  ///< the line that converts it, with FILE for its name
};

std::string by_pandas(const std::string& reader) {
  return "convert it: python3 -c \"import pandas; pandas." + reader +
         "('FILE').to_csv('data.csv', index=False)\"";
}

struct Beginning {
  std::string_view bytes;
  const char* kind;
  std::string how;
};

const std::vector<Beginning>& known_beginnings() {
  using namespace std::string_view_literals;
  const std::string by_r =
      "convert it: Rscript -e \"write.csv(readRDS('FILE'), 'data.csv', row.names=FALSE)\"";
  const std::string by_matlab = "convert it: writematrix(X, 'data.csv') in MATLAB, X being the table";
  static const std::vector<Beginning> all = {
      {"PAR1", "a Parquet file", by_pandas("read_parquet")},
      {"ARROW1", "a Feather file", by_pandas("read_feather")},
      {"FEA1", "a Feather file", by_pandas("read_feather")},
      {"\xd0\xcf\x11\xe0", "an Excel workbook", by_pandas("read_excel")},
      {"\x80\x02", "a pickle", by_pandas("read_pickle")},
      {"\x80\x03", "a pickle", by_pandas("read_pickle")},
      {"\x80\x04", "a pickle", by_pandas("read_pickle")},
      {"\x80\x05", "a pickle", by_pandas("read_pickle")},
      {"<stata_dta>", "a Stata file", by_pandas("read_stata")},
      {"SQLite format 3", "an SQLite database",
       "convert it: sqlite3 -header -csv FILE 'select * from TABLE' > data.csv"},
      {"MATLAB 5.0", "a MATLAB file", by_matlab},
      {"RDX2\n", "an R workspace",
       "convert it in R: write.csv(X, 'data.csv', row.names=FALSE), X being the table"},
      {"RDX3\n", "an R workspace",
       "convert it in R: write.csv(X, 'data.csv', row.names=FALSE), X being the table"},
      {"X\n\0\0\0"sv, "an R object", by_r},
      {"%PDF-", "a PDF document", "save the table in it as CSV"},
      {"BZh", "packed by bzip2", "unpack it: bunzip2 FILE"},
      {"\xfd"
       "7zXZ",
       "packed by xz", "unpack it: unxz FILE"}};
  return all;
}

/// "{" or "[" before what only JSON has there.
bool looks_like_json(std::string_view bytes) {
  const auto next = [&](std::size_t from) { return bytes.find_first_not_of(" \t\r\n", from); };
  const std::size_t first = next(0);
  if (first == bytes.npos || (bytes[first] != '{' && bytes[first] != '[')) return false;
  const std::size_t second = next(first + 1);
  if (second == bytes.npos) return true;
  const char c = bytes[second];
  return bytes[first] == '{' ? c == '"' || c == '}' : c == '{' || c == '[' || c == ']' || c == '"';
}

bool looks_like_html(std::string_view bytes) {
  const std::string start = lower_case(without_blanks(bytes.substr(0, 64)));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

Foreign zip_of_others(std::string_view bytes) {
  const std::vector<Member> members = members_of(bytes);
  if (has_member(members, "xl/") || has_member(members, "mimetype"))
    return {has_member(members, "xl/") ? "an Excel workbook" : "an OpenDocument file",
            by_pandas("read_excel")};
  return {"a zip archive", "unpack it: unzip FILE"};
}

std::optional<Foreign> foreign_kind(std::string_view bytes) {
  for (const Beginning& known : known_beginnings())
    if (bytes.starts_with(known.bytes)) return Foreign{known.kind, known.how};
  if (bytes.starts_with(zip_magic)) return zip_of_others(bytes);
  if (looks_like_json(bytes)) return Foreign{"JSON", by_pandas("read_json")};
  if (looks_like_html(bytes)) return Foreign{"a web page", "the table itself was not downloaded"};
  return {};
}

}  // namespace

bool looks_like_npz(std::string_view bytes) {
  if (!bytes.starts_with(zip_magic)) return false;
  const std::vector<Member> members = members_of(bytes);
  return !members.empty() && std::all_of(members.begin(), members.end(),
                                         [](const Member& member) { return member.name.ends_with(".npy"); });
}

Bytes npz_array(const std::string& path, const Bytes& archive, const std::string& wanted,
                const MemoryBudget& budget) {
  if (!looks_like_npz(archive.view)) fail_damaged(path, "it is no zip archive of arrays");
  const std::vector<Member> members = members_of(archive.view);
  const Member& member = chosen_array(path, members, wanted);
  const std::string_view packed = packed_bytes(path, archive.view, member);
  const std::size_t stored = 0, deflated = 8;
  if (member.method == stored) return {archive.owner, packed};
  if (member.method != deflated) fail_damaged(path, "an array is packed in an unknown way");
  return inflated(path, packed, member, budget);
}

void refuse_foreign(const std::string& path, std::string_view bytes) {
  const std::optional<Foreign> foreign = foreign_kind(bytes);
  if (!foreign) return;
  std::string how = foreign->how;
  if (const std::size_t at = how.find("FILE"); at != how.npos) how.replace(at, 4, path);
  throw FileError(path + " is " + foreign->kind + ", which scpp does not read; " + how);
}

}  // namespace scpp
