#pragma once
// NumPy's array files.
#include <string>

#include "io/bytes.hpp"
#include "io/memory.hpp"
#include "io/table.hpp"
#include "scpp/row_source.hpp"

namespace scpp {

bool looks_like_npy(std::string_view bytes);

/// float32 and float64 arrays of this machine's byte order are viewed where they stand, C or Fortran order;
/// other byte orders, integers and booleans are converted to double. One dimension becomes one column.
Table read_npy(const std::string& path, const Bytes& bytes, const MemoryBudget& budget);

/// The same in blocks; `bytes` are mapped.
std::unique_ptr<RowSource> npy_rows(const std::string& path, Bytes bytes);

}  // namespace scpp
