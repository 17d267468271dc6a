#include "fit/sketch_memory.hpp"

#include <omp.h>

#include "fit/sketch_table.hpp"

namespace scpp {
namespace {

constexpr Index process_bytes = Index{48} << 20;  // the program, its libraries and their buffers
constexpr Index real = sizeof(double);

Index threads_of(const FitOptions& options) {
  return options.threads > 0 ? options.threads : omp_get_num_procs();
}

/// Covariances and their decompositions, and the splits that the tree keeps.
Index tree_bytes(Index columns, const FitOptions& options) {
  const Index kept = Index{options.most_clusters()} * options.split.microclusters;
  return (5 * columns * columns + 2 * kept * columns) * real;
}

}  // namespace

Index sketch_memory(Index columns, Index block_rows, const FitOptions& options) {
  const Index threads = threads_of(options), cells = options.data.cells;
  const Index sample = 8 * cells;                              // rows
  const Index table = (4 * sample + 8 * cells) * columns * real;  // raw, transformed, gathered; means and centres
  const Index sums = (threads + 2) * cells * columns * real;
  const Index at_hand = threads * (Index{8} << 20) + 3 * threads * 512 * columns * real;
  const Index block = block_rows * (columns * real + 16);  // and the cells and text of its labels
  return process_bytes + table + sums + at_hand + block + tree_bytes(columns, options);
}

Index rows_memory(Index rows, Index columns, const FitOptions& options) {
  return process_bytes + 6 * rows * (columns + 16) * real + tree_bytes(columns, options);
}

Index block_rows_within(Index memory, Index columns, const FitOptions& options) {
  Index rows = usual_block_rows;
  while (rows > 0 && sketch_memory(columns, rows, options) > memory) rows -= chunk_rows;
  return rows;
}

}  // namespace scpp
