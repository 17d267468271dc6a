#include "micro/sketch_table.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "micro/sketch.hpp"

namespace scpp {
namespace {

constexpr Index sample_per_cell = 8;  // rows from which a cell's place is learnt
constexpr Index block_rows = 8192;    // of one partial sketch
constexpr Index blocks_in_flight = 16;

/// The rows with the smallest keys of a keyed hash: a sample that does not depend on how the table is cut in parts.
std::vector<Index> sample_rows(const Vector& weights, Index count, std::uint64_t seed) {
  struct Keyed {
    std::uint64_t key;
    Index row;
    bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : row < other.row; }
  };
  std::vector<Keyed> heap;  // of the smallest keys so far, the largest of them on top
  for (Index row = 0; row < weights.size(); ++row) {
    if (weights[row] == 0) continue;
    const Keyed next{Random(seed, static_cast<std::uint64_t>(row)).word(), row};
    if (static_cast<Index>(heap.size()) == count) {
      if (!(next < heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    }
    heap.push_back(next);
    std::push_heap(heap.begin(), heap.end());
  }
  std::vector<Index> rows;
  for (const Keyed& keyed : heap) rows.push_back(keyed.row);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Rows [begin, end) of the table, transformed.
RowMatrix block_of(const Scaled& scaled, Index begin, Index end) {
  RowMatrix rows(end - begin, scaled.columns());
  for (Index row = begin; row < end; ++row)
    transformed_row(scaled.table, scaled.transform, static_cast<std::size_t>(row), rows.row(row - begin).data());
  return rows;
}

/// Sketches the whole table: blocks in parallel, merged in their order.
Sketch sketch_rows(const Scaled& scaled, const Cells& cells, std::vector<std::int32_t>& cell_of_row,
                   const std::function<void(Index)>& progress) {
  Sketch total = Sketch::empty(cells.count(), scaled.columns());
  for (Index wave = 0; wave < scaled.rows(); wave += block_rows * blocks_in_flight) {
    const Index rows = std::min(block_rows * blocks_in_flight, scaled.rows() - wave);
    std::vector<Sketch> parts(static_cast<std::size_t>((rows + block_rows - 1) / block_rows));
    parallel_blocks(rows, block_rows, [&](Index begin, Index end) {
      const RowMatrix block = block_of(scaled, wave + begin, wave + end);
      cells.find(block, cell_of_row.data() + wave + begin);
      Sketch& part = parts[static_cast<std::size_t>(begin / block_rows)];
      part = Sketch::empty(cells.count(), scaled.columns());
      part.add(block, scaled.weights.data() + wave + begin, cell_of_row.data() + wave + begin);
    });
    for (const Sketch& part : parts) total.merge(part);
    progress(wave + rows);
  }
  return total;
}

}  // namespace

Scaled SketchedTable::as_rows() const {
  const std::size_t columns = static_cast<std::size_t>(means.cols());
  return {TableView::row_major(means.data(), static_cast<std::size_t>(means.rows()), columns),
          {std::vector<double>(columns, 0.0), std::vector<double>(columns, 1.0)},
          weights,
          scatter_inside};
}

SketchedTable sketch_table(const Scaled& scaled, Index cell_count, std::uint64_t seed,
                           const std::function<void(Index)>& progress) {
  const RowMatrix sample = gather(scaled, sample_rows(scaled.weights, cell_count * sample_per_cell, seed));
  SketchedTable result{make_cells(sample, cell_count), {}, {}, {}, {}};
  result.cell_of_row.resize(static_cast<std::size_t>(scaled.rows()));
  const Sketch sketch = sketch_rows(scaled, result.cells, result.cell_of_row, progress);
  result.weights = sketch.weights;
  result.means = result.cells.fine();
  for (Index cell = 0; cell < result.cells.count(); ++cell)
    if (sketch.weights[cell] > 0) result.means.row(cell) = sketch.sums.row(cell) / sketch.weights[cell];
  result.scatter_inside = scatter_inside(sketch, result.cells, sample);
  return result;
}

}  // namespace scpp
