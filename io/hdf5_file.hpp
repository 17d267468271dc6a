#pragma once
// Reading access to one HDF5 file, in the words of this library. Included by the HDF5 sources only.
#include "scpp/index.hpp"
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_handle.hpp"
#include "io/memory.hpp"

namespace scpp {

class Hdf5File {
 public:
  /// Throws FileError when the file cannot be opened or is no HDF5 file.
  Hdf5File(const std::string& file, const MemoryBudget& budget);

  bool is_group(const std::string& name) const { return type_of(name) == H5O_TYPE_GROUP; }
  bool is_dataset(const std::string& name) const { return type_of(name) == H5O_TYPE_DATASET; }
  /// Names of the objects at the root.
  std::vector<std::string> root_names() const;

  /// A numeric or text dataset; throws FileError when it is neither here nor readable.
  Hdf5Handle dataset(const std::string& name) const;
  std::vector<Index> shape(const Hdf5Handle& dataset) const;
  bool is_number(const Hdf5Handle& dataset) const;
  bool is_float32(const Hdf5Handle& dataset) const;

  /// All elements, converted to `type`, into memory checked against the budget.
  template <class Element>
  std::shared_ptr<Element[]> read_all(const std::string& name, const Hdf5Handle& dataset, hid_t type) const {
    Index count = 1;
    for (const Index length : shape(dataset)) count = saturating_product(count, length);
    std::shared_ptr<Element[]> elements = budget_.allocate<Element>(count);
    read_into(name, dataset, type, elements.get());
    return elements;
  }
  /// Rows [first, first + count) of a dataset of 1 or 2 dimensions, converted to `type`.
  void read_rows(const std::string& name, const Hdf5Handle& dataset, hid_t type, Index first, Index count,
                 void* out) const;
  std::vector<std::int64_t> read_integers(const std::string& name) const;
  std::vector<std::string> read_strings(const std::string& name) const;

  /// Attributes of an object; empty when absent or of another kind.
  std::string text_attribute(const std::string& object, const std::string& attribute) const;
  std::vector<std::int64_t> integer_attribute(const std::string& object, const std::string& attribute) const;

  [[noreturn]] void fail(const std::string& name, const std::string& reason) const;

 private:
  H5O_type_t type_of(const std::string& name) const;
  Hdf5Handle open_attribute(const std::string& object, const std::string& attribute) const;
  void read_into(const std::string& name, const Hdf5Handle& dataset, hid_t type, void* out) const;
  std::vector<std::string> read_fixed_strings(const std::string& name, const Hdf5Handle& data,
                                              Index size) const;
  std::vector<std::string> read_variable_strings(const std::string& name, const Hdf5Handle& data) const;

  const MemoryBudget& budget_;
  std::string path_;
  Hdf5Handle access_;
  Hdf5Handle file_;
};

}  // namespace scpp
