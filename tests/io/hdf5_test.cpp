#include <hdf5.h>

#include "io/formats.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

using Names = std::vector<std::string>;

/// Writes HDF5 objects as other programs do, with the library's own calls.
class Hdf5Maker {
 public:
  explicit Hdf5Maker(const std::string& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  Hdf5Maker(const Hdf5Maker&) = delete;
  Hdf5Maker& operator=(const Hdf5Maker&) = delete;
  ~Hdf5Maker() { H5Fclose(file_); }

  hid_t file() const { return file_; }
  void group(const char* name) { H5Gclose(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); }

  void array(const char* name, hid_t memory_type, hid_t file_type, std::vector<hsize_t> shape,
             const void* values) {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t data = H5Dcreate2(file_, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(data);
    H5Sclose(space);
  }
  void doubles(const char* name, std::vector<hsize_t> shape, const std::vector<double>& values) {
    array(name, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, std::move(shape), values.data());
  }
  void integers(const char* name, const std::vector<int>& values) {
    array(name, H5T_NATIVE_INT, H5T_STD_I32LE, {values.size()}, values.data());
  }
  void texts(const char* name, const std::vector<const char*>& values) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    array(name, type, type, {values.size()}, values.data());
    H5Tclose(type);
  }
  void integer_attribute(const char* object, const char* name, const std::vector<int>& values) {
    const hsize_t count = values.size();
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t attribute =
        H5Acreate_by_name(file_, object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT, values.data());
    H5Aclose(attribute);
    H5Sclose(space);
  }
  void text_attribute(const char* object, const char* name, const std::string& value) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, value.size());
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate_by_name(file_, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, value.data());
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }
  /// Of any length, and written only if there is one.
  void long_text_attribute(const char* object, const char* name, const char* value) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate_by_name(file_, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (value) H5Awrite(attribute, type, &value);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }
  /// Rows that carry a checksum, `rows_of_chunk` together.
  void checked_doubles(const char* name, std::vector<hsize_t> shape, hsize_t rows_of_chunk,
                       const std::vector<double>& values) {
    const std::vector<hsize_t> chunk = {rows_of_chunk, shape[1]};
    const hid_t space = H5Screate_simple(2, shape.data(), nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 2, chunk.data());
    H5Pset_fletcher32(creation);
    const hid_t data = H5Dcreate2(file_, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(data);
    H5Pclose(creation);
    H5Sclose(space);
  }
  void sparse(const char* encoding, const std::vector<int>& shape, const std::vector<double>& data,
              const std::vector<int>& indices, const std::vector<int>& starts) {
    group("/X");
    text_attribute("/X", "encoding-type", encoding);
    integer_attribute("/X", "shape", shape);
    doubles("/X/data", {data.size()}, data);
    integers("/X/indices", indices);
    integers("/X/indptr", starts);
  }

 private:
  hid_t file_;
};

class Hdf5 : public ::testing::Test {
 protected:
  std::string message(const std::string& path, const ReadOptions& options = {}) const {
    return message_of(folder_, [&] { read_table(path, options); });
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.path("t.h5");
};

TEST_F(Hdf5, ADatasetIsNamedAfterTheColon) {
  Hdf5Maker(path_).doubles("/a", {2, 2}, {1, 2, 3, 4});
  {
    Hdf5Maker maker(folder_.path("two.h5ad"));
    maker.doubles("/a", {1, 2}, {5, 6});
    maker.group("/g");
    maker.doubles("/g/b", {3}, {7, 8, 9});
  }
  EXPECT_EQ(rows_of(read_table(path_ + ":/a")), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(rows_of(read_table(path_)), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(rows_of(read_table(folder_.path("two.h5ad:/g/b"))), (Rows{{7}, {8}, {9}}));
  EXPECT_EQ(message(folder_.path("two.h5ad")),
            "two.h5ad holds 2 objects; name the dataset to read, as in two.h5ad:/a");
}

TEST_F(Hdf5, IntegersBecomeDoublesAndFloat32Stays) {
  const std::vector<int> integers = {1, -2};
  const std::vector<float> floats = {0.1f, 2};
  {
    Hdf5Maker maker(path_);
    maker.array("/i", H5T_NATIVE_INT, H5T_STD_I16BE, {1, 2}, integers.data());
    maker.array("/f", H5T_NATIVE_FLOAT, H5T_IEEE_F32BE, {1, 2}, floats.data());
  }
  EXPECT_EQ(rows_of(read_table(path_ + ":/i")), (Rows{{1, -2}}));
  const Table table = read_table(path_ + ":/f");
  EXPECT_EQ(table.scalar, Scalar::float32);
  EXPECT_EQ(rows_of(table), (Rows{{0.1f, 2}}));
}

TEST_F(Hdf5, AnnDataSparseMatrices) {
  const Rows expected = {{0, 5, 0}, {0, 0, 0}, {7, 0, 8}, {0, 0, 9}};
  Hdf5Maker(path_).sparse("csr_matrix", {4, 3}, {5, 7, 8, 9}, {1, 0, 2, 2}, {0, 1, 1, 3, 4});
  Hdf5Maker(folder_.path("c.h5ad")).sparse("csc_matrix", {4, 3}, {7, 5, 8, 9}, {2, 0, 2, 3}, {0, 1, 2, 4});
  EXPECT_EQ(rows_of(read_table(path_ + ":/X")), expected);
  EXPECT_EQ(rows_of(read_table(folder_.path("c.h5ad"))), expected);
}

TEST_F(Hdf5, AnnDataNamesAndRowDescriptions) {
  {
    Hdf5Maker maker(path_);
    maker.doubles("/X", {3, 2}, {1, 2, 3, 4, 5, 6});
    maker.group("/var");
    maker.text_attribute("/var", "_index", "genes");
    maker.texts("/var/genes", {"CD4", "CD8"});
    maker.group("/obs");
    maker.texts("/obs/batch", {"one", "two", "one"});
    maker.group("/obs/type");
    maker.texts("/obs/type/categories", {"B", "T"});
    maker.integers("/obs/type/codes", {1, -1, 0});
  }
  ReadOptions options;
  options.text_columns = {"type", "batch", "CD4"};
  const Table table = read_table(path_, options);
  EXPECT_EQ(table.names, Names{"CD8"});
  EXPECT_EQ(rows_of(table), (Rows{{2}, {4}, {6}}));
  ASSERT_EQ(table.text.size(), 3u);
  EXPECT_EQ(table.text[0].cells, (Names{"1", "3", "5"}));
  EXPECT_EQ(table.text[1].cells, (Names{"T", "", "B"}));
  EXPECT_EQ(table.text[2].cells, (Names{"one", "two", "one"}));
  options.text_columns = {"CD5"};
  EXPECT_EQ(message(path_, options), "t.h5 has no column 'CD5'; did you mean 'CD4'?");
}

TEST_F(Hdf5, ColumnNamesAreFoundByAnyKindOfText) {
  for (const char* index : {"genes", static_cast<const char*>(nullptr)}) {
    {
      Hdf5Maker maker(path_);
      maker.doubles("/X", {1, 2}, {1, 2});
      maker.group("/var");
      maker.long_text_attribute("/var", "_index", index);
      maker.texts("/var/genes", {"CD4", "CD8"});
    }
    EXPECT_EQ(read_table(path_).names, index ? Names({"CD4", "CD8"}) : Names())
        << "a text that was never written names nothing";
  }
}

TEST_F(Hdf5, DamagedValuesAreTold) {
  Hdf5Maker(path_).checked_doubles("/a", {4, 2}, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(rows_of(read_table(path_)), (Rows{{1, 2}, {3, 4}, {5, 6}, {7, 8}}));
  std::string content = content_of(path_);
  const double seven = 7, six = 6;
  const std::string before(reinterpret_cast<const char*>(&seven), sizeof seven);
  content.replace(content.find(before), sizeof six, reinterpret_cast<const char*>(&six), sizeof six);
  folder_.write("t.h5", content);
  const std::string damaged = "t.h5:/a cannot be read: its values are damaged or packed by an unknown filter";
  EXPECT_EQ(message(path_), damaged);
  EXPECT_EQ(message_of(folder_, [&] { open_table(path_, {}, [](std::size_t) {}).rows->read(2, 2); }), damaged)
      << "in blocks, too";
}

TEST_F(Hdf5, DamagedSparseMatricesAreRefused) {
  const std::string misfit =
      "t.h5:/X is a damaged sparse matrix: data, indices and indptr do not fit together";
  const auto message_for = [&](std::vector<int> shape, std::vector<int> indices, std::vector<int> starts) {
    Hdf5Maker(path_).sparse("csr_matrix", shape, {1, 2}, indices, starts);
    return message(path_);
  };
  EXPECT_EQ(message_for({2, 2}, {0, 1}, {0, 1, 2}), "");
  EXPECT_EQ(message_for({2, 2}, {0, 1}, {0, 1}), misfit);
  EXPECT_EQ(message_for({2, 2}, {0, 1}, {0, 3, 2}), misfit);
  EXPECT_EQ(message_for({2, 2}, {0, 1}, {0, 1, 1000}), misfit);
  EXPECT_EQ(message_for({2, 2}, {0, 1}, {-1, 1, 2}), misfit);
  EXPECT_EQ(message_for({2, 2}, {0}, {0, 1, 2}), misfit);
  EXPECT_EQ(message_for({2, 2}, {0, 2}, {0, 1, 2}),
            "t.h5:/X is a damaged sparse matrix: index 2 lies outside its shape");
  EXPECT_EQ(message_for({2, 2}, {0, -1}, {0, 1, 2}),
            "t.h5:/X is a damaged sparse matrix: index -1 lies outside its shape");
  EXPECT_EQ(message_for({2, -2}, {0, 1}, {0, 1, 2}), "t.h5:/X is a sparse matrix without a usable shape");
  EXPECT_EQ(message_for({2}, {0, 1}, {0, 1, 2}), "t.h5:/X is a sparse matrix without a usable shape");
  ReadOptions options;
  options.memory_limit = 1000000;
  Hdf5Maker(path_).sparse("csr_matrix", {2, 2000000000}, {1, 2}, {0, 1}, {0, 1, 2});
  EXPECT_EQ(message(path_, options), "t.h5 needs 32.0 GB of memory, more than the 1.0 MB it may take");
}

TEST_F(Hdf5, HostilePathsAndShapesAreRefused) {
  {
    Hdf5Maker maker(path_);
    maker.doubles("/a", {1, 2}, {1, 2});
    maker.doubles("/cube", {1, 1, 2}, {1, 2});
    maker.texts("/words", {"x"});
    maker.group("/g");
    H5Lcreate_soft("/loop", maker.file(), "/loop", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external(path_.c_str(), "/a", maker.file(), "/elsewhere", H5P_DEFAULT, H5P_DEFAULT);
    const std::vector<hsize_t> shape = {1000000000000000, 4}, chunk = {1000, 4};
    const hid_t space = H5Screate_simple(2, shape.data(), nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 2, chunk.data());
    H5Dclose(H5Dcreate2(maker.file(), "/promise", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Pclose(creation);
    const hid_t outside = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(outside, "/etc/hostname", 0, 16);
    const std::vector<hsize_t> small = {1, 2};
    const hid_t small_space = H5Screate_simple(2, small.data(), nullptr);
    H5Dclose(
        H5Dcreate2(maker.file(), "/outside", H5T_IEEE_F64LE, small_space, H5P_DEFAULT, outside, H5P_DEFAULT));
    H5Pclose(outside);
    H5Sclose(small_space);
    H5Sclose(space);
    maker.doubles("/wide", {0, 1000000000000000}, {});
    maker.doubles("/narrow", {3, 0}, {});
  }
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/no", "does not exist or is no dataset"},
      {"/../../etc/passwd", "does not exist or is no dataset"},
      {"/", "/data does not exist or is no dataset"},
      {"/loop", "does not exist or is no dataset"},
      {"/elsewhere", "does not exist or is no dataset"},
      {"/" + std::string(100000, 'a'), "does not exist or is no dataset"},
      {"/a/a", "does not exist or is no dataset"},
      {"/g", "does not exist or is no dataset"},
      {"/words", "does not hold numbers"},
      {"/narrow", "has no columns"},
      {"/cube", "has 3 dimensions; a table has 2 (or 1, for a single column)"},
      {"/outside", "keeps its values in other files, which are not followed"}};
  for (const auto& [name, ending] : cases) {
    const std::string sentence = message(path_ + ":" + name);
    EXPECT_TRUE(sentence.starts_with("t.h5:" + name.substr(0, 50)) && sentence.ends_with(ending))
        << sentence.substr(0, 300);
  }
  ReadOptions options;
  options.memory_limit = 1000000000;
  EXPECT_EQ(message(path_ + ":/promise", options),
            "t.h5:/promise needs 32.0 PB of memory, more than the 1.0 GB it may take");
  EXPECT_NE(message(path_ + ":/wide", options), "");
}

TEST_F(Hdf5, OtherFilesAndCutOnesAreRefused) {
  write_hdf5(path_, table_of<double>(Rows(1000, std::vector<double>(5, 1.5))));
  const std::string whole = content_of(path_);
  const std::string unreadable =
      "t.h5 is not a readable HDF5 file: it is of another kind, damaged or truncated";
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    folder_.write("t.h5", whole.substr(0, size));
    EXPECT_EQ(message(path_), unreadable) << size;
  }
  folder_.write("t.h5", "1,2\n3,4\n");
  EXPECT_EQ(message(path_), unreadable);
  EXPECT_EQ(message(folder_.path("absent.h5")), "cannot read absent.h5: No such file or directory");
  ReadOptions options;
  options.format = Format::hdf5;
  EXPECT_EQ(message("-", options), "HDF5 cannot be read from standard input; give the name of a file");
}

}  // namespace
}  // namespace scpp
