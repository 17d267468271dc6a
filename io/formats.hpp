#pragma once
// One reader and one writer for each format; read_table(), open_table() and write_table() choose among them.
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.hpp"

namespace scpp {

/// CSV rows are parsed in blocks by several threads; the result and the message of a failure do not depend on
/// how many.
Table read_csv(const std::string& path, std::string_view text, const ReadOptions& options,
               const MemoryBudget& budget);
/// The same in windows of whole lines into a scratch file of doubles, row by row; `bytes` are mapped.
/// `columns` gets names, positions and what was left out. Cells of text columns are not kept.
std::unique_ptr<RowSource> csv_rows(const std::string& path, const Bytes& bytes, const ReadOptions& options,
                                    const std::function<void(std::size_t)>& progress, Table& columns);
void write_csv(const std::string& path, const Table& table, char separator = ',');

bool looks_like_npy(std::string_view bytes);
/// float32 and float64 arrays of this machine's byte order are viewed where they stand, C or Fortran order;
/// other byte orders, integers and booleans are converted to double. One dimension becomes one column.
Table read_npy(const std::string& path, const Bytes& bytes, const MemoryBudget& budget);
/// The same in blocks; `bytes` are mapped.
std::unique_ptr<RowSource> npy_rows(const std::string& path, Bytes bytes);
/// float32 tables stay float32; C order.
void write_npy(const std::string& path, const Table& table);

/// A zip archive of NumPy's arrays (numpy.savez).
bool looks_like_npz(std::string_view bytes);
/// The bytes of one array in it, as of an NPY file: the wanted one, the only one, or the one called X. Arrays
/// that are packed are unpacked into memory.
Bytes npz_array(const std::string& path, const Bytes& archive, const std::string& wanted,
                const MemoryBudget& budget);

/// Throws FileError when the bytes begin as the files of other programs do: Parquet, Excel, pickle and so on,
/// by name and with the line that converts it.
void refuse_foreign(const std::string& path, std::string_view bytes);

/// numeric, real and integer attributes are numbers; nominal, string and date attributes are text. In a
/// sparse row an absent number is 0 and an absent nominal cell the first of its values.
Table read_arff(const std::string& path, std::string_view text, const ReadOptions& options,
                const MemoryBudget& budget);
void write_arff(const std::string& path, const Table& table);

/// The labels become the text column "label" before the features f1 ... fd; indices count from 1 and rise
/// within a line, absent ones are 0, qid is ignored, '#' starts a comment.
Table read_svmlight(const std::string& path, std::string_view text, const MemoryBudget& budget);
/// The text column "label" gives the labels, which are 0 without it.
void write_svmlight(const std::string& path, const Table& table);

// Built without the HDF5 library, the following throw FileError.

/// A dense dataset of 1 or 2 dimensions, or a group that holds data, indices and indptr (AnnData's csr_matrix
/// or csc_matrix). Without a dataset: "/X", else the only object of the file. Column names are taken from
/// /var and text columns from /obs, as AnnData has them. Links to other files are not followed.
Table read_hdf5(const std::string& path, const ReadOptions& options, const MemoryBudget& budget);
/// A dense dataset in blocks; a sparse one throws FileError. `columns` gets names and positions of the
/// columns.
std::unique_ptr<RowSource> hdf5_rows(const std::string& path, Table& columns);
/// /X with names in /var and text columns in /obs, as AnnData reads them.
void write_hdf5(const std::string& path, const Table& table);

}  // namespace scpp
