// A matrix written and read again has the same bits, in every format.
#include <cmath>
#include <limits>
#include <random>

#include "io_support.hpp"
#include "scpp/io.hpp"

namespace scpp {
namespace {

/// Random bit patterns reach every exponent; the extremes are put in by hand.
template <class Real, class Bits>
std::vector<std::vector<Real>> hard_values() {
  std::mt19937_64 random(7);
  std::vector<std::vector<Real>> rows(50, std::vector<Real>(4));
  for (auto& row : rows)
    for (Real& value : row) do
        value = std::bit_cast<Real>(static_cast<Bits>(random()));
      while (!std::isfinite(value));
  using Limits = std::numeric_limits<Real>;
  rows[0] = {Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min()};
  rows[1] = {Real(0), -Real(0), Limits::epsilon(), Real(0.1)};
  rows[2] = {Limits::quiet_NaN(), Real(1), Real(-1), Real(0)};
  for (auto& row : rows) row[3] = &row == &rows[2] ? Real(0) : row[3];
  return rows;
}

class RoundTrip : public ::testing::TestWithParam<std::string> {
 protected:
  void expect_returns(const Table& table, const ReadOptions& options) {
    const TemporaryFolder folder;
    const std::string path = folder.path(GetParam());
    write_table(path, table);
    const Table back = read_table(path, options);
    expect_same_bits(table, back);
    const bool keeps_scalar =
        GetParam().find("npy") != std::string::npos || GetParam().find("h5") != std::string::npos;
    EXPECT_TRUE(!keeps_scalar || table.scalar == back.scalar);
    EXPECT_EQ(folder.names(), std::vector<std::string>{GetParam()});
  }
};

TEST_P(RoundTrip, Float64) { expect_returns(table_of<double>(hard_values<double, std::uint64_t>()), {}); }
TEST_P(RoundTrip, Float32) { expect_returns(table_of<float>(hard_values<float, std::uint32_t>()), {}); }

TEST_P(RoundTrip, OneCell) { expect_returns(table_of<double>({{-2.5}}), {}); }

TEST_P(RoundTrip, LastColumnsAllZero) {
  expect_returns(table_of<double>({{1, 0, 0}, {0, 0, 0}}), {});
  expect_returns(table_of<double>({{1, 0, 0}}), {});
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         ::testing::Values("t.csv", "t.tsv", "t.csv.gz", "t.csv.zst", "t.npy", "t.npy.gz",
                                           "t.npy.zst", "t.arff", "t.arff.gz", "t.svm", "t.svm.zst", "t.h5",
                                           "t.h5ad"),
                         [](const auto& name) {
                           std::string word = name.param;
                           for (char& c : word)
                             if (c == '.') c = '_';
                           return word;
                         });

TEST(RoundTripOfNames, NamesAndTextSurviveWhereTheFormatHasThem) {
  Table table = table_of<double>({{1, 2}, {3, 4}, {5, 6}}, {"2019", "a, \"b\""});
  table.positions = {0, 2};
  table.text = {{"it's", 1, {"x,y", "line\nbreak", "\\ \"quoted\" # %"}}};
  const TemporaryFolder folder;
  ReadOptions options;
  options.text_columns = {"it's"};
  for (const std::string name : {"t.csv", "t.tsv.gz", "t.arff", "t.h5"}) {
    EXPECT_TRUE(write_table(folder.path(name), table).empty());
    const Table back = read_table(folder.path(name), options);
    expect_same_bits(table, back);
    EXPECT_EQ(back.names, table.names) << name;
    ASSERT_EQ(back.text.size(), 1u);
    EXPECT_EQ(back.text[0].name, "it's");
    EXPECT_EQ(back.text[0].cells, table.text[0].cells) << name;
  }
}

TEST(RoundTripOfNames, WhatAFormatCannotHoldIsReported) {
  Table table = table_of<double>({{1}}, {"a"});
  table.text = {{"label", 1, {"yes"}}, {"note", 2, {"no"}}};
  const TemporaryFolder folder;
  const std::vector<std::string> both = {"column 2 'label'", "column 3 'note'"}, one = {"column 3 'note'"};
  EXPECT_EQ(write_table(folder.path("t.npy"), table), both);
  EXPECT_EQ(write_table(folder.path("t.svm"), table), one);
  EXPECT_EQ(read_table(folder.path("t.svm")).text[0].cells, table.text[0].cells);
}

TEST(RoundTripOfNames, NoRowsKeepTheirColumns) {
  const TemporaryFolder folder;
  const Table table = table_of<double>({}, {"a", "b"});
  for (const std::string name : {"t.csv", "t.npy", "t.arff", "t.h5"}) {
    write_table(folder.path(name), table);
    const Table back = read_table(folder.path(name));
    EXPECT_EQ(back.rows(), 0u) << name;
    EXPECT_EQ(back.columns(), 2u) << name;
  }
}

TEST(Writing, RefusesWhatItCannotWrite) {
  const TemporaryFolder folder;
  Table table = table_of<double>({{1}});
  const auto message = [&](const std::string& name) {
    return message_of(folder, [&] { write_table(folder.path(name), table); });
  };
  EXPECT_EQ(message("t.xyz"),
            "cannot tell the format of t.xyz from its name: use .csv, .tsv, .npy, .arff, .svm or .h5, or "
            "name the format");
  EXPECT_EQ(message("t.h5:/other"), "cannot write t.h5:/other: the matrix is always written as /X");
  table.text = {{"label", 1, {"two words"}}};
  EXPECT_EQ(message("t.svm"), "cannot write t.svm: the label 'two words' cannot stand in an SVMlight file");
  table.text[0].name = "a/b";
  EXPECT_EQ(message("t.h5"), "cannot write t.h5: 'a/b' cannot be the name of an HDF5 dataset");
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace scpp
