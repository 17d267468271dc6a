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
  if (bytes.starts_with(hdf5_magic)) return Format::hdf5;
  const Format by_name = format_of_extension(path);
  return by_name == Format::automatic ? Format::csv : by_name;
}

Table read_from_bytes(const std::string& path, const ReadOptions& options, const MemoryBudget& budget) {
  const Bytes bytes = read_bytes(path, budget);
  const std::string name = path == "-" ? "standard input" : path;
  switch (format_of(path, bytes.view, options.format)) {
    case Format::npy:
      return with_text_columns(name, read_npy(name, bytes, budget), options.text_columns);
    case Format::svmlight:
      return with_text_columns(name, read_svmlight(name, bytes.view, budget), options.text_columns);
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

void refuse_text_columns(const std::string& path, const ReadOptions& options) {
  if (!options.text_columns.empty())
    throw InvalidArgument(
        path + " is read in blocks with all of its columns; only those of CSV files can be left out");
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
  for (const char* extension : {".h5", ".hdf5", ".h5ad", ".hdf"}) {
    const auto found = path.find(std::string(extension) + ":/");
    if (found == std::string::npos) continue;
    const auto colon = found + std::string(extension).size();
    return {path.substr(0, colon), path.substr(colon + 1)};
  }
  return {path, ""};
}

Format format_of_extension(const std::string& path) {
  static const std::array<std::pair<std::string_view, Format>, 12> known = {{{".csv", Format::csv},
                                                                             {".tsv", Format::csv},
                                                                             {".txt", Format::csv},
                                                                             {".npy", Format::npy},
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
  const bool is_hdf5 = is_named_hdf5(path, options);
  return is_hdf5 ? read_hdf5(path, options, budget) : read_from_bytes(path, options, budget);
}

OpenTable open_table(const std::string& path, const ReadOptions& options,
                     const std::function<void(std::size_t)>& progress) {
  if (path.empty()) throw InvalidArgument("the name of the file to read is empty");
  OpenTable table;
  const std::string name = path == "-" ? "standard input" : path;
  const Bytes bytes = is_named_hdf5(path, options) ? Bytes{} : map_bytes(path, progress);
  const Format format =
      is_named_hdf5(path, options) ? Format::hdf5 : format_of(path, bytes.view, options.format);
  if (format == Format::csv) {
    table.rows = csv_rows(name, bytes, options, progress, table.columns);
    return table;
  }
  refuse_text_columns(name, options);
  if (format == Format::npy)
    table.rows = npy_rows(name, bytes);
  else if (format == Format::hdf5)
    table.rows = hdf5_rows(path, table.columns);
  else
    throw FileError(name + " cannot be read in blocks: convert it to NPY, HDF5 or CSV first");
  MemoryBudget(name, options.memory_limit).require_columns(table.rows->columns());
  for (Index column = 0; column < table.rows->columns(); ++column) table.columns.positions.push_back(column);
  return table;
}

std::vector<std::string> write_table(const std::string& path, const Table& table,
                                     const WriteOptions& options) {
  switch (format_for(path, options.format)) {
    case Format::npy:
      write_npy(path, table);
      return text_labels(table, "");
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
