// The second pass of a fit by sketch.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/parallel.hpp"
#include "fit/cell_table.hpp"
#include "fit/sketch_units.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

std::int64_t nearest_integer(double value) {
  return static_cast<std::int64_t>(value + std::copysign(0.5, value));
}

Sketch empty_sketch(Index cells, Index columns) {
  return {0, columns, std::vector<std::int64_t>(cells), std::vector<std::int64_t>(cells * columns)};
}

void add_row(Sketch& sketch, Index cell, double weight, const double* row, const SketchUnits& units) {
  const auto at = cell;
  sketch.weights[at] += nearest_integer(weight / units.weight);
  const double factor = weight / units.sum;
  std::int64_t* sums = sketch.sums.data() + at * sketch.columns;
  for (Index c = 0; c < sketch.columns; ++c) sums[c] += nearest_integer(row[c] * factor);
}

/// Sketches that threads fill at the same time. Adding is exact, so it does not matter who adds what.
class SketchPool {
 public:
  explicit SketchPool(Index cells, Index columns) : cells_(cells), columns_(columns) {}

  Sketch take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return empty_sketch(cells_, columns_);
    Sketch sketch = std::move(free_.back());
    free_.pop_back();
    return sketch;
  }
  void give(Sketch sketch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(sketch));
  }
  Sketch total() {
    Sketch all = take();
    for (const Sketch& part : free_) all = merge(std::move(all), part);
    return all;
  }

 private:
  Index cells_, columns_;
  std::mutex mutex_;
  std::vector<Sketch> free_;
};

/// weight * x^2 of a row that was summarised cannot be larger (but for rounding): that is what its column
/// adds up to.
double largest_square(const SketchPlan& plan) {
  return 4 * plan.weight * static_cast<double>(plan.transform.mean.size());
}

/// Sketches of one table cannot overflow (SketchUnits); those of several can.
void add_to(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& more) {
  bool overflow = false;
  for (Index i = 0; i < std::ssize(sums); ++i) overflow |= __builtin_add_overflow(sums[i], more[i], &sums[i]);
  if (overflow) throw InvalidArgument("the sketches to merge hold more than their table");
}

[[noreturn]] void refuse_row(Index row) {
  throw InvalidArgument("row " + std::to_string(row + 1) + " of the block is not one that was summarised");
}

}  // namespace

Sketch sketch(const TableView& block, const SketchPlan& plan, const FitOptions& options,
              std::span<const double> weights, std::int32_t* cell_of_row) {
  if (block.columns() != std::ssize(plan.transform.mean))
    throw InvalidArgument("the block has " + std::to_string(block.columns()) + " columns, but the plan " +
                          std::to_string(plan.transform.mean.size()));
  const ScopedThreads threads(options.threads);
  const Cells cells = cells_of(plan);
  const SketchUnits units(plan);
  const double bound = largest_square(plan);
  SketchPool pool(plan.fine.rows, block.columns());
  parallel_blocks(block.rows(), rows_at_once(block.columns()),
                  [&](Index begin, Index end) {
                    const RowMatrix rows = transformed_rows(block, plan.transform, begin, end);
                    std::vector<std::int32_t> cell(end - begin);
                    cells.find(rows, cell.data());
                    Sketch part = pool.take();
                    part.rows += cell.size();
                    for (Index row = begin; row < end; ++row) {
                      const double weight = weights.empty() ? 1.0 : weights[row];
                      if (weight == 0) continue;
                      if (!(weight * rows.row(row - begin).cwiseAbs2().maxCoeff() <= bound)) refuse_row(row);
                      add_row(part, cell[row - begin], weight,
                              rows.row(row - begin).data(), units);
                    }
                    pool.give(std::move(part));
                    if (cell_of_row) std::copy(cell.begin(), cell.end(), cell_of_row + begin);
                  });
  return pool.total();
}

Sketch merge(Sketch a, const Sketch& b) {
  if (a.weights.empty()) return b;
  if (b.weights.empty()) return a;
  if (a.columns != b.columns || std::ssize(a.weights) != std::ssize(b.weights))
    throw InvalidArgument("the sketches to merge are of different plans");
  a.rows += b.rows;
  add_to(a.weights, b.weights);
  add_to(a.sums, b.sums);
  return a;
}

}  // namespace scpp
