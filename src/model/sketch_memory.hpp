#pragma once
// What a fit by sketch takes of memory: the promise behind --memory.
#include <cstddef>

#include "scpp/options.hpp"

namespace scpp {

/// Bytes for `block_rows` rows at a time and everything that lives beside them, a little more than is ever used.
std::size_t sketch_memory(std::size_t columns, std::size_t block_rows, const FitOptions& options);

/// The same for a fit of all rows, without a sketch.
std::size_t rows_memory(std::size_t rows, std::size_t columns, const FitOptions& options);

/// The most rows to read at a time within `memory`, a multiple of chunk_rows; 0 when it does not suffice for one chunk.
std::size_t block_rows_within(std::size_t memory, std::size_t columns, const FitOptions& options);

}  // namespace scpp
