#pragma once
// From a table to a file; the file appears complete or not at all.
#include <string>
#include <vector>

#include "io/read_options.hpp"
#include "io/table.hpp"

namespace scpp {

struct WriteOptions {
  Format format = Format::automatic;  ///< automatic: by the extension, which must then be known; "-" is CSV
  char separator = 0;                 ///< CSV; 0 = tab for .tsv, else ','
};

/// Writes numbers so that they read back to the same bits, names and text columns where the format has them,
/// missing cells as NA (CSV), ? (ARFF) or nan. Returns the labels of the text columns the format cannot hold.
/// Names ending in .gz and .zst are packed, except HDF5. Failures throw FileError naming path and reason.
std::vector<std::string> write_table(const std::string& path, const Table& table,
                                     const WriteOptions& options = {});

void write_csv(const std::string& path, const Table& table, char separator = ',');
/// float32 tables stay float32; C order.
void write_npy(const std::string& path, const Table& table);
void write_arff(const std::string& path, const Table& table);
/// The text column "label" gives the labels, which are 0 without it.
void write_svmlight(const std::string& path, const Table& table);
/// /X with names in /var and text columns in /obs, as AnnData reads them.
void write_hdf5(const std::string& path, const Table& table);

}  // namespace scpp
