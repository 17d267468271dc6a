#include "io/write_table.hpp"

#include "io/read_table.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

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

}  // namespace scpp
