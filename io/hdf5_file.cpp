#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "io/hdf5.hpp"

namespace scpp {
namespace {

herr_t refuse_external_link(const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) {
  return -1;
}

Hdf5Handle open_file(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0)
    throw FileError("cannot read " + path + ": " + std::generic_category().message(errno));
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid())
    throw FileError(path + " is not a readable HDF5 file: it is of another kind, damaged or truncated");
  return file;
}

Hdf5Handle link_access() {
  Hdf5Handle access(H5Pcreate(H5P_LINK_ACCESS), H5Pclose);
  H5Pset_elink_cb(access.id(), refuse_external_link, nullptr);
  return access;
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

Hdf5Handle type_of_data(const Hdf5Handle& dataset) { return {H5Dget_type(dataset.id()), H5Tclose}; }

}  // namespace

Hdf5File::Hdf5File(const std::string& file, const MemoryBudget& budget)
    : budget_(budget), path_(file), access_(link_access()), file_(open_file(file)) {}

void Hdf5File::fail(const std::string& name, const std::string& reason) const {
  throw FileError(path_ + ":" + name + " " + reason);
}

H5O_type_t Hdf5File::type_of(const std::string& name) const {
  H5O_info_t info;
  if (H5Oget_info_by_name2(file_.id(), name.c_str(), &info, H5O_INFO_BASIC, access_.id()) < 0)
    return H5O_TYPE_UNKNOWN;
  return info.type;
}

std::vector<std::string> Hdf5File::root_names() const {
  std::vector<std::string> names;
  H5Literate(file_.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names);
  return names;
}

Hdf5Handle Hdf5File::dataset(const std::string& name) const {
  if (!is_dataset(name)) fail(name, "does not exist or is no dataset");
  Hdf5Handle data(H5Oopen(file_.id(), name.c_str(), access_.id()), H5Oclose);
  if (!data.valid()) fail(name, "cannot be opened");
  const Hdf5Handle creation(H5Dget_create_plist(data.id()), H5Pclose);
  if (H5Pget_external_count(creation.id()) > 0 || H5Pget_layout(creation.id()) == H5D_VIRTUAL)
    fail(name, "keeps its values in other files, which are not followed");
  return data;
}

std::vector<Index> Hdf5File::shape(const Hdf5Handle& data) const {
  const Hdf5Handle space(H5Dget_space(data.id()), H5Sclose);
  const int dimensions = H5Sget_simple_extent_ndims(space.id());
  if (dimensions <= 0) return {};
  std::vector<hsize_t> lengths(dimensions);
  H5Sget_simple_extent_dims(space.id(), lengths.data(), nullptr);
  return {lengths.begin(), lengths.end()};
}

bool Hdf5File::is_number(const Hdf5Handle& data) const {
  const H5T_class_t kind = H5Tget_class(type_of_data(data).id());
  return kind == H5T_FLOAT || kind == H5T_INTEGER;
}

bool Hdf5File::is_float32(const Hdf5Handle& data) const {
  const Hdf5Handle type = type_of_data(data);
  return H5Tget_class(type.id()) == H5T_FLOAT && H5Tget_size(type.id()) == sizeof(float);
}

void Hdf5File::read_into(const std::string& name, const Hdf5Handle& data, hid_t type, void* out) const {
  if (H5Dread(data.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) < 0)
    fail(name, "cannot be read: its values are damaged or packed by an unknown filter");
}

void Hdf5File::read_rows(const std::string& name, const Hdf5Handle& data, hid_t type, Index first,
                         Index count, void* out) const {
  const auto lengths = shape(data);
  std::vector<hsize_t> start(lengths.size(), 0), size(lengths.begin(), lengths.end());
  start[0] = first;
  size[0] = count;
  const Hdf5Handle from(H5Dget_space(data.id()), H5Sclose);
  const Hdf5Handle to(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(from.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr) < 0 ||
      H5Dread(data.id(), type, to.id(), from.id(), H5P_DEFAULT, out) < 0)
    fail(name, "cannot be read: its values are damaged or packed by an unknown filter");
}

std::vector<std::int64_t> Hdf5File::read_integers(const std::string& name) const {
  const Hdf5Handle data = dataset(name);
  const auto lengths = shape(data);
  if (std::ssize(lengths) != 1 || !is_number(data)) fail(name, "is not a list of integers");
  const auto values = read_all<std::int64_t>(name, data, H5T_NATIVE_INT64);
  return {values.get(), values.get() + lengths[0]};
}

std::vector<std::string> Hdf5File::read_strings(const std::string& name) const {
  const Hdf5Handle data = dataset(name);
  const Hdf5Handle type = type_of_data(data);
  if (H5Tget_class(type.id()) != H5T_STRING || shape(data).size() != 1) fail(name, "is not a list of texts");
  if (H5Tis_variable_str(type.id()) > 0) return read_variable_strings(name, data);
  return read_fixed_strings(name, data, H5Tget_size(type.id()));
}

std::vector<std::string> Hdf5File::read_variable_strings(const std::string& name,
                                                         const Hdf5Handle& data) const {
  const Hdf5Handle type = type_of_data(data);
  const Index count = shape(data)[0];
  const auto texts = read_all<char*>(name, data, type.id());
  std::vector<std::string> result;
  result.reserve(count);
  for (Index i = 0; i < count; ++i) result.emplace_back(texts[i] ? texts[i] : "");
  const Hdf5Handle space(H5Dget_space(data.id()), H5Sclose);
  H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, texts.get());
  return result;
}

std::vector<std::string> Hdf5File::read_fixed_strings(const std::string& name, const Hdf5Handle& data,
                                                      std::size_t size) const {
  const Hdf5Handle type = type_of_data(data);
  const Index count = shape(data)[0];
  const auto bytes = budget_.allocate<char>(saturating_product(count, size));
  read_into(name, data, type.id(), bytes.get());
  std::vector<std::string> result;
  result.reserve(count);
  for (Index i = 0; i < count; ++i) {
    const char* text = bytes.get() + i * size;
    result.emplace_back(text, strnlen(text, size));
  }
  return result;
}

Hdf5Handle Hdf5File::open_attribute(const std::string& object, const std::string& attribute) const {
  const bool present = type_of(object) != H5O_TYPE_UNKNOWN &&
                       H5Aexists_by_name(file_.id(), object.c_str(), attribute.c_str(), access_.id()) > 0;
  return {present ? H5Aopen_by_name(file_.id(), object.c_str(), attribute.c_str(), H5P_DEFAULT, access_.id())
                  : -1,
          H5Aclose};
}

std::string Hdf5File::text_attribute(const std::string& object, const std::string& attribute) const {
  const Hdf5Handle found = open_attribute(object, attribute);
  if (!found.valid()) return "";
  const Hdf5Handle type(H5Aget_type(found.id()), H5Tclose);
  const Hdf5Handle space(H5Aget_space(found.id()), H5Sclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1) return "";
  if (H5Tis_variable_str(type.id()) <= 0) {
    std::string text(H5Tget_size(type.id()), '\0');
    if (H5Aread(found.id(), type.id(), text.data()) < 0) return "";
    return text.c_str();
  }
  char* text = nullptr;
  if (H5Aread(found.id(), type.id(), &text) < 0 || !text) return "";
  std::string result(text);
  H5free_memory(text);
  return result;
}

std::vector<std::int64_t> Hdf5File::integer_attribute(const std::string& object,
                                                      const std::string& attribute) const {
  const Hdf5Handle found = open_attribute(object, attribute);
  if (!found.valid()) return {};
  const Hdf5Handle type(H5Aget_type(found.id()), H5Tclose);
  const Hdf5Handle space(H5Aget_space(found.id()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.id());
  if (H5Tget_class(type.id()) != H5T_INTEGER || count <= 0 || count > H5S_MAX_RANK) return {};
  std::vector<std::int64_t> values(count);
  if (H5Aread(found.id(), H5T_NATIVE_INT64, values.data()) < 0) return {};
  return values;
}

}  // namespace scpp
