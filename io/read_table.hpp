#pragma once
// From a path to a table, whatever the format.
#include <functional>
#include <memory>
#include <string>

#include "io/read_options.hpp"
#include "io/table.hpp"
#include "scpp/row_source.hpp"

namespace scpp {

/// Reads CSV/TSV, NPY, ARFF, SVMlight or HDF5 ("file.h5:/dataset"); "-" is standard input. gzip and zstd are
/// unpacked on the way. What cannot be read throws FileError (the file's fault) or InvalidArgument (the
/// options' fault) with one sentence that names the file and, where there is one, the row and the column.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// A table that is read in blocks.
struct OpenTable {
  std::unique_ptr<RowSource> rows;
  Table columns;  ///< names, positions and what was left out; without rows
};

/// The same for tables that need not fit into memory: NPY is mapped, HDF5 read in slabs, CSV (and whatever is packed or
/// comes through a pipe) converted once to a scratch file, with progress(bytes done), which may throw. Other formats and
/// options.text_columns other than CSV's throw FileError or InvalidArgument. Text columns are left out.
OpenTable open_table(const std::string& path, const ReadOptions& options,
                     const std::function<void(Index)>& progress);

/// The format that the extension of `path` (before .gz or .zst) stands for; automatic when it tells nothing.
Format format_of_extension(const std::string& path);

}  // namespace scpp
