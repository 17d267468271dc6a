#include "model/sketch_memory.hpp"

#include <omp.h>

#include "model/sketch_table.hpp"

namespace scpp {
namespace {

constexpr std::size_t process_bytes = std::size_t{48} << 20;  // the program, its libraries and their buffers
constexpr std::size_t real = sizeof(double);

std::size_t threads_of(const FitOptions& options) {
  return static_cast<std::size_t>(options.threads > 0 ? options.threads : omp_get_num_procs());
}

/// Covariances and their decompositions, and the splits that the tree keeps.
std::size_t tree_bytes(std::size_t columns, const FitOptions& options) {
  const auto kept = static_cast<std::size_t>(options.most_clusters()) * static_cast<std::size_t>(options.split.microclusters);
  return (5 * columns * columns + 2 * kept * columns) * real;
}

}  // namespace

std::size_t sketch_memory(std::size_t columns, std::size_t block_rows, const FitOptions& options) {
  const std::size_t threads = threads_of(options), cells = static_cast<std::size_t>(options.data.cells);
  const std::size_t sample = 8 * cells;                              // rows
  const std::size_t table = (4 * sample + 8 * cells) * columns * real;  // raw, transformed, gathered; means and centres
  const std::size_t sums = (threads + 2) * cells * columns * real;
  const std::size_t at_hand = threads * (std::size_t{8} << 20) + 3 * threads * 512 * columns * real;
  const std::size_t block = block_rows * (columns * real + 16);  // and the cells and text of its labels
  return process_bytes + table + sums + at_hand + block + tree_bytes(columns, options);
}

std::size_t rows_memory(std::size_t rows, std::size_t columns, const FitOptions& options) {
  return process_bytes + 6 * rows * (columns + 16) * real + tree_bytes(columns, options);
}

std::size_t block_rows_within(std::size_t memory, std::size_t columns, const FitOptions& options) {
  std::size_t rows = usual_block_rows;
  while (rows > 0 && sketch_memory(columns, rows, options) > memory) rows -= chunk_rows;
  return rows;
}

}  // namespace scpp
