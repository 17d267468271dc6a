// From a path to a table and back, whatever the format.
#include "io/formats.hpp"

#include <array>
#include <utility>

#include "io/table.hpp"

namespace scpp {
namespace {

const std::string_view hdf5_magic = "\x89HDF\r\n\x1a\n";

std::string extension_of(const std::string& path) {
  const auto dot = path.rfind('.');
  if (dot == std::string::npos) return "";
  const std::string extension = lower_case(path.substr(dot));
  const bool packed = extension == ".gz" || extension == ".zst";
  return packed ? extension_of(path.substr(0, dot)) : extension;
}

Format format_of(const std::string& path, std::string_view bytes, Format wanted) {
  if (wanted != Format::automatic) return wanted;
  if (looks_like_npy(bytes)) return Format::npy;
  if (looks_like_npz(bytes)) return Format::npz;
  if (bytes.starts_with(hdf5_magic)) return Format::hdf5;
  const Format by_name = format_of_extension(path);
  if (by_name != Format::automatic && by_name != Format::csv) return by_name;
  refuse_foreign(path == "-" ? "standard input" : path, bytes);
  return Format::csv;
}

Table read_from_bytes(const std::string& path, const ReadOptions& options, const MemoryBudget& budget) {
  const Hdf5Path parts = split_hdf5_path(path);
  const Bytes bytes = read_bytes(parts.file, budget);
  const std::string name = path == "-" ? "standard input" : path;
  switch (format_of(path, bytes.view, options.format)) {
    case Format::npy:
      return with_planned_uses(name, read_npy(name, bytes, budget), options);
    case Format::npz:
      return with_planned_uses(
          name, read_npy(name, npz_array(parts.file, bytes, parts.dataset, budget), budget), options);
    case Format::svmlight:
      return with_planned_uses(name, read_svmlight(name, bytes.view, budget), options);
    case Format::arff:
      return read_arff(name, bytes.view, options, budget);
    case Format::hdf5:
      return read_hdf5(path, options, budget);
    default:
      return read_csv(name, bytes.view, options, budget);
  }
}

bool is_named_hdf5(const std::string& path, const ReadOptions& options) {
  return options.format == Format::hdf5 ||
         (options.format == Format::automatic && format_of_extension(path) == Format::hdf5);
}

/// Some columns of rows that are read in blocks.
class SelectedColumns : public RowSource {
 public:
  SelectedColumns(std::unique_ptr<RowSource> rows, std::vector<Index> kept)
      : RowSource(rows->rows(), kept.size()), rows_(std::move(rows)), kept_(std::move(kept)) {}

  TableView read(Index first, Index count) override {
    const TableView block = rows_->read(first, count);
    values_.resize(count * columns());
    double* out = values_.data();
    for (Index row = 0; row < count; ++row)
      for (const Index column : kept_) *out++ = block(row, column);
    return TableView::row_major(values_.data(), count, columns());
  }

 private:
  std::unique_ptr<RowSource> rows_;
  std::vector<Index> kept_;
  std::vector<double> values_;
};

/// The columns that a table in blocks keeps, as they would be kept in memory: `uses` are those of the
/// options.
void settle_columns(OpenTable& table, const std::vector<Use>& uses, LeaveOut leave_out) {
  Table& columns = table.columns;
  columns.values = table.rows->read(0, judged_rows(table.rows->rows(), table.rows->columns()));
  std::vector<Index> wanted;
  for (Index j = 0; j < std::ssize(uses); ++j)
    if (uses[j] == Use::number) wanted.push_back(j);
  if (wanted.size() < uses.size()) columns = select(columns, {{}, wanted, nullptr});
  const std::vector<Index> judged = judged_columns(columns, leave_out);
  if (std::ssize(judged) < columns.columns()) columns = select(columns, {{}, judged, nullptr});
  columns.values = {};
  columns.owner.reset();
  std::vector<Index> kept;
  for (const Index j : judged) kept.push_back(wanted[j]);
  if (std::ssize(kept) < table.rows->columns())
    table.rows = std::make_unique<SelectedColumns>(std::move(table.rows), std::move(kept));
}

Format format_for(const std::string& path, Format wanted) {
  if (wanted != Format::automatic) return wanted;
  if (path == "-") return Format::csv;
  const Format by_name = format_of_extension(path);
  if (by_name == Format::automatic)
    throw InvalidArgument("cannot tell the format of " + path +
                          " from its name: use .csv, .tsv, .npy, .arff, .svm or .h5, or name the format");
  return by_name;
}

char separator_for(const std::string& path, char wanted) {
  if (wanted) return wanted;
  return path.find(".tsv") != std::string::npos ? '\t' : ',';
}

std::vector<std::string> text_labels(const Table& table, const std::string& except) {
  std::vector<std::string> labels;
  for (const TextColumn& column : table.text)
    if (except.empty() || column.name != except) labels.push_back(column_label(column.position, column.name));
  return labels;
}

}  // namespace

Hdf5Path split_hdf5_path(const std::string& path) {
  for (const char* extension : {".h5", ".hdf5", ".h5ad", ".hdf", ".npz"}) {
    const auto found = path.find(std::string(extension) + ":/");
    if (found == std::string::npos) continue;
    const auto colon = found + std::string(extension).size();
    return {path.substr(0, colon), path.substr(colon + 1)};
  }
  return {path, ""};
}

Format format_of_extension(const std::string& path) {
  static const std::array<std::pair<std::string_view, Format>, 13> known = {{{".csv", Format::csv},
                                                                             {".tsv", Format::csv},
                                                                             {".txt", Format::csv},
                                                                             {".npy", Format::npy},
                                                                             {".npz", Format::npz},
                                                                             {".arff", Format::arff},
                                                                             {".svm", Format::svmlight},
                                                                             {".libsvm", Format::svmlight},
                                                                             {".svmlight", Format::svmlight},
                                                                             {".h5", Format::hdf5},
                                                                             {".hdf5", Format::hdf5},
                                                                             {".hdf", Format::hdf5},
                                                                             {".h5ad", Format::hdf5}}};
  const std::string extension = extension_of(split_hdf5_path(path).file);
  for (const auto& [ending, format] : known)
    if (!extension.empty() && ending == extension) return format;
  return Format::automatic;
}

Table read_table(const std::string& path, const ReadOptions& options) {
  if (path.empty()) throw InvalidArgument("the name of the file to read is empty");
  const MemoryBudget budget(path, options.memory_limit);
  const auto read = [&](const ReadOptions& as_asked) {
    return is_named_hdf5(path, as_asked) ? read_hdf5(path, as_asked, budget)
                                         : read_from_bytes(path, as_asked, budget);
  };
  Table table;
  if (options.transpose) {
    ReadOptions as_it_stands = options;
    as_it_stands.text_columns.clear();
    as_it_stands.drop.clear();
    table = with_planned_uses(path, transposed(read(as_it_stands)), options);
  } else {
    table = read(options);
  }
  const std::vector<Index> kept = judged_columns(table, options.leave_out);
  return std::ssize(kept) == table.columns() ? table : select(table, {{}, kept, nullptr});
}

OpenTable open_table(const std::string& path, const ReadOptions& options,
                     const std::function<void(std::size_t)>& progress) {
  if (path.empty()) throw InvalidArgument("the name of the file to read is empty");
  if (options.transpose || !options.text_columns.empty())
    throw InvalidArgument("rows that are read in blocks cannot be transposed, nor columns kept as text");
  OpenTable table;
  const std::string name = path == "-" ? "standard input" : path;
  const Hdf5Path parts = split_hdf5_path(path);
  const Bytes bytes = is_named_hdf5(path, options) ? Bytes{} : map_bytes(parts.file, progress);
  const Format format =
      is_named_hdf5(path, options) ? Format::hdf5 : format_of(path, bytes.view, options.format);
  const MemoryBudget budget(name, options.memory_limit);
  std::vector<Use> uses;
  if (format == Format::csv) {
    table.rows = csv_rows(name, bytes, options, progress, table.columns);
    uses.assign(table.rows->columns(), Use::number);  // what is dropped is not among them
  } else {
    if (format == Format::npy)
      table.rows = npy_rows(name, bytes);
    else if (format == Format::npz)
      table.rows = npy_rows(name, npz_array(parts.file, bytes, parts.dataset, budget));
    else if (format == Format::hdf5)
      table.rows = hdf5_rows(path, table.columns);
    else
      throw FileError(name + " cannot be read in blocks: convert it to NPY, HDF5 or CSV first");
    budget.require_columns(table.rows->columns());
    for (Index j = 0; j < table.rows->columns(); ++j) table.columns.positions.push_back(j);
    table.columns.source_columns = table.rows->columns();
    uses = planned_uses(name, table.columns.names, table.rows->columns(), options);
  }
  if (table.rows->rows() > 0 && table.rows->columns() > 0) settle_columns(table, uses, options.leave_out);
  return table;
}

std::vector<std::string> write_table(const std::string& path, const Table& table,
                                     const WriteOptions& options) {
  switch (format_for(path, options.format)) {
    case Format::npy:
      write_npy(path, table);
      return text_labels(table, "");
    case Format::npz:
      throw InvalidArgument("cannot write " + path + ": NPZ files are only read; write NPY");
    case Format::svmlight:
      write_svmlight(path, table);
      return text_labels(table, "label");
    case Format::arff:
      write_arff(path, table);
      return {};
    case Format::hdf5:
      write_hdf5(path, table);
      return {};
    default:
      write_csv(path, table, separator_for(path, options.separator));
      return {};
  }
}

#ifndef SCPP_HAS_HDF5

Table read_hdf5(const std::string& path, const ReadOptions&, const MemoryBudget&) {
  throw FileError("cannot read " + path + ": scpp was built without HDF5; convert the table to NPY or CSV");
}

std::unique_ptr<RowSource> hdf5_rows(const std::string& path, Table&) {
  throw FileError("cannot read " + path + ": scpp was built without HDF5; convert the table to NPY or CSV");
}

void write_hdf5(const std::string& path, const Table&) {
  throw FileError("cannot write " + path + ": scpp was built without HDF5; write NPY or CSV");
}

#endif

}  // namespace scpp
