#pragma once
// Matrices in HDF5 files, AnnData (.h5ad) included.
#include <string>

#include "io/memory.hpp"
#include "io/read_options.hpp"
#include "io/table.hpp"
#include "scpp/row_source.hpp"

namespace scpp {

struct Hdf5Path {
  std::string file;
  std::string dataset;  ///< empty when not given
};

/// "file.h5:/group/dataset" in its two parts; other paths have no dataset.
Hdf5Path split_hdf5_path(const std::string& path);

/// A dense dataset of 1 or 2 dimensions, or a group that holds data, indices and indptr (AnnData's csr_matrix
/// or csc_matrix). Without a dataset: "/X", else the only object of the file. Column names are taken from
/// /var and text columns from /obs, as AnnData has them. Links to other files are not followed.
Table read_hdf5(const std::string& path, const ReadOptions& options, const MemoryBudget& budget);

/// A dense dataset in blocks; a sparse one throws FileError. `columns` gets names and positions of the columns.
std::unique_ptr<RowSource> hdf5_rows(const std::string& path, Table& columns);

}  // namespace scpp
