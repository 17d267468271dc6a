// Tables from HDF5 files: dense datasets and sparse ones, AnnData's names and texts.
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "io/formats.hpp"
#include "io/hdf5.hpp"
#include "io/table.hpp"

namespace scpp {
namespace {

std::string chosen_object(const Hdf5File& file, const std::string& path, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  const auto names = file.root_names();
  if (std::find(names.begin(), names.end(), "X") != names.end()) return "/X";
  if (std::ssize(names) == 1) return "/" + names[0];
  const std::string example = names.empty() ? "dataset" : names[0];
  throw FileError(path + " holds " + std::to_string(names.size()) +
                  " objects; name the dataset to read, as in " + path + ":/" + example);
}

template <class Real>
Table read_dense_as(const Hdf5File& file, const std::string& name, const Hdf5Handle& data, hid_t type) {
  const auto shape = file.shape(data);
  const Index columns = std::ssize(shape) == 2 ? shape[1] : 1;
  return owning_table<Real>(file.read_all<Real>(name, data, type), shape[0], columns);
}

/// A dataset that is a table of numbers.
Hdf5Handle dense_dataset(const Hdf5File& file, const std::string& name) {
  Hdf5Handle data = file.dataset(name);
  const auto shape = file.shape(data);
  if (!file.is_number(data)) file.fail(name, "does not hold numbers");
  if (shape.empty() || std::ssize(shape) > 2)
    file.fail(name, "has " + std::to_string(shape.size()) +
                        " dimensions; a table has 2 (or 1, for a single column)");
  if (std::ssize(shape) == 2 && shape[1] == 0) file.fail(name, "has no columns");
  return data;
}

Table read_dense(const Hdf5File& file, const std::string& name, const MemoryBudget& budget) {
  const Hdf5Handle data = dense_dataset(file, name);
  const auto shape = file.shape(data);
  if (std::ssize(shape) == 2 && shape[0] == 0) budget.require_columns(shape[1]);  // no value vouches for them
  return file.is_float32(data) ? read_dense_as<float>(file, name, data, H5T_NATIVE_FLOAT)
                               : read_dense_as<double>(file, name, data, H5T_NATIVE_DOUBLE);
}

/// A compressed sparse matrix: the entries of lane i are entries starts[i] .. starts[i + 1], each with its
/// place in the lane. Lanes are rows (csr) or columns (csc).
struct SparseParts {
  bool lanes_are_rows = true;
  Index lanes = 0;
  Index places = 0;
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> indices;
};

SparseParts read_sparse_parts(const Hdf5File& file, const std::string& name) {
  auto shape = file.integer_attribute(name, "shape");
  if (shape.empty()) shape = file.integer_attribute(name, "h5sparse_shape");
  if (std::ssize(shape) != 2 || shape[0] < 0 || shape[1] <= 0)
    file.fail(name, "is a sparse matrix without a usable shape");
  std::string encoding = file.text_attribute(name, "encoding-type");
  if (encoding.empty()) encoding = file.text_attribute(name, "h5sparse_format");
  SparseParts parts;
  parts.lanes_are_rows = !encoding.starts_with("csc");
  parts.lanes = shape[parts.lanes_are_rows ? 0 : 1];
  parts.places = shape[parts.lanes_are_rows ? 1 : 0];
  parts.starts = file.read_integers(name + "/indptr");
  parts.indices = file.read_integers(name + "/indices");
  return parts;
}

void require_consistent(const Hdf5File& file, const std::string& name, const SparseParts& parts,
                        Index entries) {
  const auto& starts = parts.starts;
  if (std::ssize(starts) != parts.lanes + 1 || starts.front() != 0 ||
      !std::is_sorted(starts.begin(), starts.end()) || starts.back() != entries ||
      std::ssize(parts.indices) != entries)
    file.fail(name, "is a damaged sparse matrix: data, indices and indptr do not fit together");
  for (const std::int64_t place : parts.indices)
    if (place < 0 || place >= parts.places)
      file.fail(name,
                "is a damaged sparse matrix: index " + std::to_string(place) + " lies outside its shape");
}

template <class Real>
Table read_sparse_as(const Hdf5File& file, const std::string& name, const Hdf5Handle& data, hid_t type,
                     const MemoryBudget& budget) {
  const SparseParts parts = read_sparse_parts(file, name);
  const auto lengths = file.shape(data);
  if (std::ssize(lengths) != 1 || !file.is_number(data))
    file.fail(name + "/data", "is not a list of numbers");
  require_consistent(file, name, parts, lengths[0]);
  const auto entries = file.read_all<Real>(name + "/data", data, type);
  const std::size_t cells = saturating_product(parts.lanes, parts.places);
  const auto values = budget.allocate<Real>(cells);
  budget.require_columns(parts.lanes_are_rows ? parts.places : parts.lanes);
  std::fill_n(values.get(), cells, Real{0});
  const Index lane_step = parts.lanes_are_rows ? parts.places : 1;
  const Index place_step = parts.lanes_are_rows ? 1 : parts.lanes;
  for (Index lane = 0; lane < parts.lanes; ++lane)
    for (auto e = parts.starts[lane]; e < parts.starts[lane + 1]; ++e)
      values[lane * lane_step + parts.indices[e] * place_step] += entries[e];
  const Index rows = parts.lanes_are_rows ? parts.lanes : parts.places;
  return owning_table<Real>(values, rows, parts.lanes_are_rows ? parts.places : parts.lanes);
}

Table read_sparse(const Hdf5File& file, const std::string& name, const MemoryBudget& budget) {
  const Hdf5Handle data = file.dataset(name + "/data");
  return file.is_float32(data) ? read_sparse_as<float>(file, name, data, H5T_NATIVE_FLOAT, budget)
                               : read_sparse_as<double>(file, name, data, H5T_NATIVE_DOUBLE, budget);
}

/// AnnData's own names apply when there is one for every column.
void take_names(const Hdf5File& file, Index columns, Table& table) {
  const std::string index = file.text_attribute(anndata_names, "_index");
  const std::string name = anndata_names + "/" + index;
  if (index.empty() || !file.is_dataset(name)) return;
  auto names = file.read_strings(name);
  if (std::ssize(names) == columns) table.names = std::move(names);
}

/// A column of /obs: texts, or AnnData's categorical (codes that point into categories, -1 for none).
std::vector<std::string> read_row_texts(const Hdf5File& file, const std::string& name) {
  if (!file.is_group(name)) return file.read_strings(name);
  const auto categories = file.read_strings(name + "/categories");
  std::vector<std::string> cells;
  for (const std::int64_t code : file.read_integers(name + "/codes")) {
    if (code >= std::ssize(categories)) file.fail(name, "has a code without a category");
    cells.push_back(code < 0 ? std::string() : categories[code]);
  }
  return cells;
}

/// Columns that describe the rows come from /obs; others of `wanted` are columns of the matrix.
Table with_texts(const Hdf5File& file, const std::string& path, Table table, ReadOptions options) {
  std::vector<TextColumn> described;
  std::vector<std::string> of_matrix;
  for (const std::string& column : options.text_columns) {
    const std::string name = anndata_rows + "/" + column;
    if (!file.is_dataset(name) && !file.is_group(name)) {
      of_matrix.push_back(column);
      continue;
    }
    described.push_back({column, table.columns() + std::ssize(described), read_row_texts(file, name)});
    const Index cells = described.back().cells.size();
    if (cells != table.rows())
      file.fail(name,
                "has " + std::to_string(cells) + " cells for " + std::to_string(table.rows()) + " rows");
  }
  options.text_columns = of_matrix;
  std::erase_if(options.drop, [&](const std::string& column) {  // not asked for is left out
    return file.is_dataset(anndata_rows + "/" + column) || file.is_group(anndata_rows + "/" + column);
  });
  table = with_planned_uses(path, std::move(table), options);
  std::move(described.begin(), described.end(), std::back_inserter(table.text));
  return table;
}

/// A dense dataset whose file stays open between blocks. Made within a Hdf5Session.
struct OpenDataset {
  OpenDataset(const std::string& file_name, const std::string& wanted)
      : budget(file_name, 0), file(file_name, budget), name(chosen_object(file, file_name, wanted)) {
    if (file.is_group(name)) file.fail(name, "is sparse and cannot be read in blocks");
    data.emplace(dense_dataset(file, name));
  }
  Index rows() const { return file.shape(*data)[0]; }
  Index columns() const { return file.shape(*data).size() == 2 ? file.shape(*data)[1] : 1; }

  MemoryBudget budget;
  Hdf5File file;
  std::string name;
  std::optional<Hdf5Handle> data;
};

class DenseRows : public RowSource {
 public:
  explicit DenseRows(std::unique_ptr<OpenDataset> dataset)
      : RowSource(dataset->rows(), dataset->columns()),
        dataset_(std::move(dataset)),
        is_float32_(dataset_->file.is_float32(*dataset_->data)) {}
  ~DenseRows() override {
    const Hdf5Session session;
    dataset_.reset();
  }

  TableView read(Index first, Index count) override {
    const Hdf5Session session;
    return is_float32_ ? read_as(floats_, H5T_NATIVE_FLOAT, first, count)
                       : read_as(doubles_, H5T_NATIVE_DOUBLE, first, count);
  }

 private:
  template <class Real>
  TableView read_as(std::vector<Real>& values, hid_t type, Index first, Index count) {
    values.resize(count * columns());
    dataset_->file.read_rows(dataset_->name, *dataset_->data, type, first, count, values.data());
    return TableView::row_major(values.data(), count, columns());
  }

  std::unique_ptr<OpenDataset> dataset_;
  bool is_float32_;
  std::vector<float> floats_;
  std::vector<double> doubles_;
};

}  // namespace

Table read_hdf5(const std::string& path, const ReadOptions& options, const MemoryBudget& budget) {
  const Hdf5Session session;
  const Hdf5Path parts = split_hdf5_path(path);
  if (parts.file == "-") throw FileError("HDF5 cannot be read from standard input; give the name of a file");
  const Hdf5File file(parts.file, budget);
  const std::string name = chosen_object(file, parts.file, parts.dataset);
  Table table = file.is_group(name) ? read_sparse(file, name, budget) : read_dense(file, name, budget);
  take_names(file, table.columns(), table);
  return with_texts(file, parts.file, std::move(table), options);
}

std::unique_ptr<RowSource> hdf5_rows(const std::string& path, Table& columns) {
  const Hdf5Path parts = split_hdf5_path(path);
  if (parts.file == "-") throw FileError("HDF5 cannot be read from standard input; give the name of a file");
  const Hdf5Session session;
  auto dataset = std::make_unique<OpenDataset>(parts.file, parts.dataset);
  take_names(dataset->file, dataset->columns(), columns);
  return std::make_unique<DenseRows>(std::move(dataset));
}

}  // namespace scpp
