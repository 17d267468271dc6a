#pragma once
// What a fit by sketch takes of memory: the promise behind --memory.
#include "scpp/index.hpp"
#include "scpp/options.hpp"

namespace scpp {

/// Bytes for `block_rows` rows at a time and everything that lives beside them, a little more than is ever used.
Index sketch_memory(Index columns, Index block_rows, const FitOptions& options);

/// The same for a fit of all rows, without a sketch.
Index rows_memory(Index rows, Index columns, const FitOptions& options);

/// The most rows to read at a time within `memory`, a multiple of chunk_rows; 0 when it does not suffice for one chunk.
Index block_rows_within(Index memory, Index columns, const FitOptions& options);

}  // namespace scpp
