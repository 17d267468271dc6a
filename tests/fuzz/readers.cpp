// The readers of tables that work on bytes in memory, and the names of datasets in an HDF5 file.
#include <cstring>
#include <filesystem>

#include "fuzz/entries.hpp"
#include "io/formats.hpp"
#include "io/hdf5.hpp"

namespace scpp::fuzz {
namespace {

constexpr std::size_t limit = std::size_t{1}
                              << 22;  // a reader that allocates what a header promises is found out

void check_table(const Table& table) {
  require(std::ssize(table.positions) == table.columns(), "every column has a place");
  require(table.names.empty() || std::ssize(table.names) == table.columns(),
          "every column has a name or none has");
  for (const TextColumn& column : table.text)
    require(std::ssize(column.cells) == table.rows(), "a text column has a cell for every row");
  double sum = 0;  // reads every cell, so that a view beyond its memory is seen
  for (Index row = 0; row < table.rows(); ++row)
    for (Index column = 0; column < table.columns(); ++column) sum += table.values(row, column);
  require(sum == sum || sum != sum, "cells can be read");
}

ReadOptions read_options(Choices& choices) {
  ReadOptions options;
  options.separator = "\0,;\t |x"[choices.below(7)];
  options.header = static_cast<Header>(choices.below(3));
  options.comment = choices.flag() ? '#' : '\0';
  options.other_text = choices.flag() ? TextRule::drop : TextRule::refuse;
  const int wanted = choices.below(4);
  if (wanted == 1) options.text_columns = {"a"};
  if (wanted == 2) options.text_columns = {"1", "2"};
  if (wanted == 3) options.drop = {"1,b"};
  return options;
}

const MemoryBudget& budget() {
  static const MemoryBudget made("f", limit);
  return made;
}

void run_csv(std::string_view bytes) {
  Choices choices(bytes);
  const ReadOptions options = read_options(choices);
  check_table(read_csv("f", choices.rest(), options, budget()));
}

void run_arff(std::string_view bytes) {
  Choices choices(bytes);
  const ReadOptions options = read_options(choices);
  check_table(read_arff("f", choices.rest(), options, budget()));
}

void run_svmlight(std::string_view bytes) { check_table(read_svmlight("f", bytes, budget())); }

void run_npy(std::string_view bytes) {
  // As a file is mapped: aligned, and not a byte longer.
  const std::shared_ptr<char[]> held(new char[bytes.size()]);
  std::memcpy(held.get(), bytes.data(), bytes.size());
  check_table(read_npy("f", {held, {held.get(), bytes.size()}}, budget()));
}

void run_npz(std::string_view bytes) {
  const Bytes archive{nullptr, bytes};
  refuse_foreign("f", looks_like_npz(bytes) ? "" : bytes);
  check_table(read_npy("f", npz_array("f", archive, "", budget()), budget()));
}

/// A folder of this process, removed at its end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "scpp-fuzz-XXXXXX").string();
    require(::mkdtemp(pattern.data()) != nullptr, "a scratch folder can be made");
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

const std::string& hdf5_file() {
  static const Folder folder;
  static const std::string path = [] {
    const double values[] = {1, 2, 3, 4};
    Table table;
    table.values = TableView::row_major(values, 2, 2);
    table.names = {"a", "b"};
    table.positions = {0, 1};
    table.text.push_back({"kind", 2, {"x", "y"}});
    write_hdf5(folder.file("t.h5"), table);
    return folder.file("t.h5");
  }();
  static const Hdf5File open(path, budget());  // whoever opens it again shares what the library keeps of it
  return path;
}

void run_hdf5_path(std::string_view bytes) {
  Choices choices(bytes);
  const bool as_column = choices.flag();
  const std::string text(choices.rest());
  const Hdf5Path parts = split_hdf5_path(text);
  require(parts.file + (parts.dataset.empty() ? "" : ":" + parts.dataset) == text, "a path is its two parts");
  ReadOptions options;
  if (as_column) options.text_columns = {text};
  check_table(read_hdf5(hdf5_file() + (as_column ? "" : ":/" + text), options, budget()));
}

std::vector<std::string> csv_seeds() {
  const std::string choices(5, '\0');
  return {choices + "a,b\n1,2\n3,4\n", choices + "1 2\n3 4\n# note\n\n5 6\n",
          choices + "a;b;c\r\n\"x;\"\"y\";1e3;NA\r\n-.5;inf;?\r\n",
          choices +
              "\xef\xbb\xbf"
              "a\tb\n1\t2\t\n"};
}

std::vector<std::string> arff_seeds() {
  const std::string head(5, '\0');
  return {
      head + "@relation r\n@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@data\n1,x\n?,'y z'\n",
      head + "% note\n@RELATION r\n@ATTRIBUTE a real\n@attribute b integer\n@data\n{0 1}\n{1 2.5,0 3}\n{}\n"};
}

std::vector<std::string> svmlight_seeds() { return {"1 1:2 3:4.5\n-1 qid:3 2:1e-3 # note\n\nx 7:nan\n"}; }

std::string npy_file(const std::string& dict, const std::string& data) {
  const char size[] = {static_cast<char>(dict.size()), 0};
  return "\x93NUMPY\x01" + std::string(1, '\0') + std::string(size, 2) + dict + data;
}

std::vector<std::string> npy_seeds() {
  const auto dict = [](const std::string& type, const std::string& order, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
  };
  return {npy_file(dict("<f8", "False", "(2, 2)"), std::string(32, '\x3f')),
          npy_file(dict(">i2", "True", "(3, 1)"), "abcdef"), npy_file(dict("|b1", "False", "(2,)"), "\x01x"),
          npy_file(dict("<f4", "False", "(0, 1000000000000000)"), "")};
}

std::string little(std::size_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value /= 256) text += static_cast<char>(value % 256);
  return text;
}

/// A zip archive of one member that is stored as it is.
std::string zip_of(const std::string& name, const std::string& content) {
  const std::string sizes =
      little(0, 12) + little(content.size(), 4) + little(content.size(), 4) + little(name.size(), 2);
  const std::string member = "PK\x03\x04" + little(0, 4) + sizes.substr(2) + little(0, 2) + name + content;
  const std::string entry = "PK\x01\x02" + little(0, 4) + sizes + little(0, 16) + name;
  return member + entry + "PK\x05\x06" + little(0, 4) + little(1, 2) + little(1, 2) +
         little(entry.size(), 4) + little(member.size(), 4) + little(0, 2);
}

std::vector<std::string> npz_seeds() {
  const std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";
  return {zip_of("X.npy", npy_file(dict, std::string(32, '\x3f'))), zip_of("xl/workbook.xml", "<x/>")};
}

std::vector<std::string> hdf5_path_seeds() {
  return {std::string(1, '\0') + "X", std::string(1, '\0') + "obs/kind", "\x01kind",
          "\x01"
          "2",
          std::string(1, '\0') + "../f.h5:/X"};
}

}  // namespace

std::vector<Entry> reader_entries() {
  return {{"csv", run_csv, csv_seeds},
          {"arff", run_arff, arff_seeds},
          {"svmlight", run_svmlight, svmlight_seeds},
          {"npy", run_npy, npy_seeds},
          {"npz", run_npz, npz_seeds},
          {"hdf5_path", run_hdf5_path, hdf5_path_seeds}};
}

}  // namespace scpp::fuzz
