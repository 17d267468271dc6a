#include <algorithm>
#include <cstring>

#include "io_support.hpp"

namespace scpp {
namespace {

/// An array file as NumPy writes it, around any header and elements.
std::string npy(const std::string& descr, const std::string& shape, const std::string& elements,
                bool fortran = false, int version = 1, std::size_t blanks = 0) {
  std::string dict = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                     ", 'shape': " + shape + ", }" + std::string(blanks, ' ');
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + dict.size() + 1) % 64 != 0) dict += ' ';
  dict += '\n';
  std::string header = "\x93NUMPY";
  header += static_cast<char>(version);
  header += '\0';
  for (std::size_t i = 0; i < before - 8; ++i) header += static_cast<char>(dict.size() >> (8 * i) & 0xff);
  return header + dict + elements;
}

template <class Element>
std::string bytes_of(const std::vector<Element>& elements, bool swapped = false) {
  std::string bytes;
  for (const Element& element : elements) {
    std::string one(sizeof(Element), '\0');
    std::memcpy(one.data(), &element, sizeof(Element));
    if (swapped) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

Table read_npy_bytes(const std::string& content) {
  const TemporaryFolder folder;
  return read_table(folder.write("t.npy", content));
}

const Rows expected = {{1, 2, 3}, {4, 5, 6}};

TEST(Npy, EveryKindOfElement) {
  const auto expect_read = [](const std::string& descr, const std::string& elements) {
    EXPECT_EQ(rows_of(read_npy_bytes(npy(descr, "(2, 3)", elements))), expected) << descr;
  };
  expect_read("<f4", bytes_of<float>({1, 2, 3, 4, 5, 6}));
  expect_read("<f8", bytes_of<double>({1, 2, 3, 4, 5, 6}));
  expect_read("|i1", bytes_of<std::int8_t>({1, 2, 3, 4, 5, 6}));
  expect_read("|u1", bytes_of<std::uint8_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<i2", bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<u2", bytes_of<std::uint16_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<i4", bytes_of<std::int32_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<u4", bytes_of<std::uint32_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<i8", bytes_of<std::int64_t>({1, 2, 3, 4, 5, 6}));
  expect_read("<u8", bytes_of<std::uint64_t>({1, 2, 3, 4, 5, 6}));
  expect_read(">f4", bytes_of<float>({1, 2, 3, 4, 5, 6}, true));
  expect_read(">f8", bytes_of<double>({1, 2, 3, 4, 5, 6}, true));
  expect_read(">i2", bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}, true));
  expect_read(">u8", bytes_of<std::uint64_t>({1, 2, 3, 4, 5, 6}, true));
}

TEST(Npy, SignsAndBooleans) {
  EXPECT_EQ(rows_of(read_npy_bytes(npy("<i4", "(1, 2)", bytes_of<std::int32_t>({-7, 7})))), (Rows{{-7, 7}}));
  EXPECT_EQ(rows_of(read_npy_bytes(npy("|b1", "(1, 3)", std::string("\x01\x00\x01", 3)))), (Rows{{1, 0, 1}}));
}

TEST(Npy, FortranOrder) {
  EXPECT_EQ(rows_of(read_npy_bytes(npy("<f8", "(2, 3)", bytes_of<double>({1, 4, 2, 5, 3, 6}), true))),
            expected);
  EXPECT_EQ(rows_of(read_npy_bytes(npy("<i2", "(2, 3)", bytes_of<std::int16_t>({1, 4, 2, 5, 3, 6}), true))),
            expected);
}

TEST(Npy, LaterFormatVersions) {
  for (const int version : {2, 3})
    EXPECT_EQ(
        rows_of(read_npy_bytes(npy("<f8", "(2, 3)", bytes_of<double>({1, 2, 3, 4, 5, 6}), false, version))),
        expected);
}

/// Of two bytes that tell its length both count, of four all but the last: headers of 16 MB are nobody's.
TEST(Npy, HeadersOfAnyLength) {
  const std::string elements = bytes_of<double>({1, 2, 3, 4, 5, 6});
  for (const std::size_t blanks : {0, 300, 5000, 60000})
    EXPECT_EQ(rows_of(read_npy_bytes(npy("<f8", "(2, 3)", elements, false, 1, blanks))), expected) << blanks;
  for (const std::size_t blanks : {300, 70000, 200000})
    EXPECT_EQ(rows_of(read_npy_bytes(npy("<f8", "(2, 3)", elements, false, 2, blanks))), expected) << blanks;
}

TEST(Npy, OneDimensionIsOneColumnAndZeroRowsAreATable) {
  EXPECT_EQ(rows_of(read_npy_bytes(npy("<f8", "(3,)", bytes_of<double>({1, 2, 3})))), (Rows{{1}, {2}, {3}}));
  const Table empty = read_npy_bytes(npy("<f8", "(0, 4)", ""));
  EXPECT_EQ(empty.rows(), 0u);
  EXPECT_EQ(empty.columns(), 4u);
}

TEST(Npy, MisalignedElementsAreCopied) {
  const std::string aligned = npy("<f8", "(1, 2)", bytes_of<double>({1, 2}));
  std::string dict =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2)}";  // elements start at 10 + 57
  if ((10 + dict.size()) % 8 == 0) dict += ' ';
  std::string content = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dict.size()) + '\0' + dict;
  EXPECT_EQ(rows_of(read_npy_bytes(content + bytes_of<double>({1, 2}))), rows_of(read_npy_bytes(aligned)));
}

TEST(Npy, FloatsAreViewedWhereTheyStand) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.npy", npy("<f8", "(2, 3)", bytes_of<double>({1, 2, 3, 4, 5, 6})));
  ReadOptions options;
  options.memory_limit = 1;  // no value may be copied
  EXPECT_EQ(rows_of(read_table(path, options)), expected);
}

TEST(Npy, IsKnownByItsMarkWhateverItsName) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.data", npy("<f4", "(2, 3)", bytes_of<float>({1, 2, 3, 4, 5, 6})));
  const Table table = read_table(path);
  EXPECT_EQ(rows_of(table), expected);
  EXPECT_EQ(table.scalar, Scalar::float32);
}

TEST(Npy, AColumnCanBeTakenAsText) {
  const TemporaryFolder folder;
  ReadOptions options;
  options.text_columns = {"3"};
  const Table table = read_table(
      folder.write("t.npy", npy("<f8", "(2, 3)", bytes_of<double>({1, 2, 3, 4, 5, 6.5}))), options);
  EXPECT_EQ(rows_of(table), (Rows{{1, 2}, {4, 5}}));
  EXPECT_EQ(table.text[0].cells, (std::vector<std::string>{"3", "6.5"}));
}

TEST(NpyRefuses, WhatItCannotRead) {
  const std::string six = bytes_of<double>({1, 2, 3, 4, 5, 6});
  const std::string good = npy("<f8", "(2, 3)", six);
  const std::string not_readable = "t.npy is not a readable NPY file: ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {npy("<f8", "(1000000000000000, 3)", six),
       "t.npy promises 1000000000000000 rows of 3 columns, but holds only 48 bytes of values"},
      {npy("<f8", "(4294967296, 4294967296)", six),
       "t.npy promises 4294967296 rows of 4294967296 columns, but holds only 48 bytes of values"},
      {good.substr(0, good.size() - 1),
       "t.npy promises 2 rows of 3 columns, but holds only 47 bytes of values"},
      {good.substr(0, 40), not_readable + "it ends inside its header"},
      {good.substr(0, 9), not_readable + "it ends inside its header"},
      {npy("<f8", "(2, 3, 1)", six),
       "t.npy holds an array of 3 dimensions; a table has 2 (or 1, for a single column)"},
      {npy("<f8", "()", six),
       "t.npy holds an array of 0 dimensions; a table has 2 (or 1, for a single column)"},
      {npy("<f8", "(2, 0)", six), "t.npy has no columns"},
      {npy("<f8", "(2, -3)", six), not_readable + "its 'shape' holds '-3'"},
      {npy("<f8", "(99999999999999999999, 1)", six),
       not_readable + "its 'shape' holds '99999999999999999999'"},
      {npy("<f8", "None", six), not_readable + "its 'shape' is no tuple"},
      {npy("<f2", "(2, 3)", six),
       "t.npy holds elements of type '<f2'; float32, float64, integer and boolean arrays can be read"},
      {npy("<c16", "(2, 3)", six),
       "t.npy holds elements of type '<c16'; float32, float64, integer and boolean arrays can be read"},
      {npy("", "(2, 3)", six),
       "t.npy holds elements of type ''; float32, float64, integer and boolean arrays can be read"},
      {npy("|O", "(2, 3)", six),
       "t.npy holds elements of type '|O'; float32, float64, integer and boolean arrays can be read"},
      {npy("<f8", "(2, 3)", six, false, 9), not_readable + "format version 9 is unknown"},
      {std::string("\x93NUMPY\x01\x00\x02\x00{}  ", 14), not_readable + "its header has no 'descr'"},
  };
  const TemporaryFolder folder;
  for (const auto& [content, sentence] : cases) {
    const std::string path = folder.write("t.npy", content);
    EXPECT_EQ(message_of(folder, [&] { read_table(path); }), sentence);
  }
}

}  // namespace
}  // namespace scpp
