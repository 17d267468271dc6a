#pragma once
// From a path to a table, whatever the format.
#include <string>

#include "data/io/read_options.hpp"
#include "data/io/table.hpp"

namespace scpp {

/// Reads CSV/TSV, NPY, ARFF, SVMlight or HDF5 ("file.h5:/dataset"); "-" is standard input. gzip and zstd are
/// unpacked on the way. What cannot be read throws FileError (the file's fault) or InvalidArgument (the
/// options' fault) with one sentence that names the file and, where there is one, the row and the column.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// The format that the extension of `path` (before .gz or .zst) stands for; automatic when it tells nothing.
Format format_of_extension(const std::string& path);

}  // namespace scpp
