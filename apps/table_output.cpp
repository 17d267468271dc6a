#include "table_output.hpp"

#include "scpp/io.hpp"

namespace scpp::cli {

Flag to_flag() {
  return {"to",
          "FORMAT",
          "format to write instead of what the name of the file tells",
          "Main options",
          0,
          false,
          "csv|tsv|npy|arff|svmlight|hdf5"};
}

WriteOptions write_options(const std::string& path, const Arguments& arguments) {
  WriteOptions options;
  const std::string word = arguments.value_or("to", "");
  if (word == "csv" || word == "tsv") options.format = Format::csv;
  if (word == "npy") options.format = Format::npy;
  if (word == "arff") options.format = Format::arff;
  if (word == "svmlight") options.format = Format::svmlight;
  if (word == "hdf5") options.format = Format::hdf5;
  if (word == "tsv") options.separator = '\t';
  if (word.empty() && path != "-" && format_of_extension(path) == Format::automatic)
    throw UsageError("the name " + path + " tells no format; give one with --to");
  return options;
}

void write_data(const std::string& path, const Table& table, const WriteOptions& options, Session& session) {
  const std::vector<std::string> lost = write_table(path, table, options);
  std::string list;
  for (const std::string& label : lost) list += (list.empty() ? "" : ", ") + label;
  if (!lost.empty()) session.note("the format cannot hold " + list);
}

}  // namespace scpp::cli
