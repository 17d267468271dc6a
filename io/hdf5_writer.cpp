// Tables to HDF5 files, as AnnData reads them.
#include <algorithm>
#include <array>
#include <vector>

#include "io/formats.hpp"
#include "io/hdf5.hpp"
#include "scpp/atomic_file.hpp"

namespace scpp {
namespace {

class Hdf5Writer {
 public:
  Hdf5Writer(const std::string& path, const std::string& unfinished)
      : path_(path),
        file_(require(H5Fcreate(unfinished.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose)),
        text_type_(require(H5Tcopy(H5T_C_S1), H5Tclose)) {
    check(H5Tset_size(text_type_.id(), H5T_VARIABLE));
    check(H5Tset_cset(text_type_.id(), H5T_CSET_UTF8));
  }

  void write_matrix(const Table& table) {
    const std::array<hsize_t, 2> shape = {hsize_t(table.rows()), hsize_t(table.columns())};
    const Hdf5Handle space = require(H5Screate_simple(2, shape.data(), nullptr), H5Sclose);
    const Hdf5Handle data = require(
        H5Dcreate2(file_.id(), "/X", table.scalar == Scalar::float32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE,
                   space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    const Index values_at_once = Index{1} << 17;
    const Index step = std::max<Index>(1, values_at_once / std::max<Index>(1, table.columns()));
    std::vector<double> block(step * table.columns());
    for (Index first = 0; first < table.rows(); first += step)
      write_rows(table, first, std::min(step, table.rows() - first), block, data, space);
  }

  void write_names(const std::vector<std::string>& names) {
    create_group(anndata_names);
    write_texts(anndata_names + "/_index", names);
    write_text_attribute(anndata_names, "_index", "_index");
  }

  void write_text_columns(const std::vector<TextColumn>& columns) {
    create_group(anndata_rows);
    for (Index i = 0; i < std::ssize(columns); ++i) {
      const std::string name = columns[i].name.empty() ? "text" + std::to_string(i + 1) : columns[i].name;
      if (name.find('/') != name.npos || name == "." || name == "..")
        throw FileError("cannot write " + path_ + ": '" + name + "' cannot be the name of an HDF5 dataset");
      write_texts(anndata_rows + "/" + name, columns[i].cells);
    }
  }

  void finish() { check(text_type_.reset() && file_.reset() ? 0 : -1); }

 private:
  void check(herr_t status) const {
    if (status < 0) throw FileError("cannot write " + path_ + ": the HDF5 library could not store it");
  }

  Hdf5Handle require(hid_t id, Hdf5Handle::Close close) const {
    Hdf5Handle handle(id, close);
    check(handle.valid() ? 0 : -1);
    return handle;
  }

  void write_rows(const Table& table, Index first, Index count, std::vector<double>& block,
                  const Hdf5Handle& data, const Hdf5Handle& space) const {
    for (Index i = 0; i < count; ++i) table.values.copy_row(first + i, block.data() + i * table.columns());
    const std::array<hsize_t, 2> start = {hsize_t(first), 0},
                                 size = {hsize_t(count), hsize_t(table.columns())};
    const Hdf5Handle memory = require(H5Screate_simple(2, size.data(), nullptr), H5Sclose);
    check(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr));
    check(H5Dwrite(data.id(), H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, block.data()));
  }

  void create_group(const std::string& name) const {
    require(H5Gcreate2(file_.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  }

  void write_texts(const std::string& name, const std::vector<std::string>& texts) const {
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const hsize_t count = texts.size();
    const Hdf5Handle space = require(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const Hdf5Handle data = require(H5Dcreate2(file_.id(), name.c_str(), text_type_.id(), space.id(),
                                               H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                                    H5Dclose);
    check(H5Dwrite(data.id(), text_type_.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()));
  }

  void write_text_attribute(const std::string& object, const std::string& name, const char* text) const {
    const Hdf5Handle space = require(H5Screate(H5S_SCALAR), H5Sclose);
    const Hdf5Handle attribute =
        require(H5Acreate_by_name(file_.id(), object.c_str(), name.c_str(), text_type_.id(), space.id(),
                                  H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                H5Aclose);
    check(H5Awrite(attribute.id(), text_type_.id(), &text));
  }

  const std::string& path_;
  Hdf5Handle file_;
  Hdf5Handle text_type_;
};

}  // namespace

void write_hdf5(const std::string& path, const Table& table) {
  const Hdf5Path parts = split_hdf5_path(path);
  if (!parts.dataset.empty() && parts.dataset != "/X")
    throw InvalidArgument("cannot write " + path + ": the matrix is always written as /X");
  AtomicFile destination(parts.file);
  if (destination.unfinished_path().empty())
    throw FileError("cannot write HDF5 to " + std::string(path == "-" ? "standard output" : path) +
                    ": it needs a regular file");
  const Hdf5Session session;
  Hdf5Writer writer(parts.file, destination.unfinished_path());
  writer.write_matrix(table);
  if (!table.names.empty()) writer.write_names(table.names);
  if (!table.text.empty()) writer.write_text_columns(table.text);
  writer.finish();
  destination.commit();
}

}  // namespace scpp
