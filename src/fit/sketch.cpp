// The second pass of a fit by sketch: weight and sum of the rows of every cell, and the table of cells that
// they make.
#include "fit/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "scpp/errors.hpp"
#include "tree/grow_best.hpp"

namespace scpp {
namespace {

// research/notes/performance.md has what was tried. Neighbours of more cells take longer than they are worth.
constexpr Index usual_cells = 4096, cells_each = 200, most_cells = 20'000;

/// Weights and sums are held as whole numbers of these units, powers of two. No sum can overflow: the weights
/// add up to less than 2^e; transformed columns have variances of at most `columns` (1 when standardised), so
/// that the sum of weight * |x| is at most sqrt(columns) times the weight (Cauchy and Schwarz).
struct SketchUnits {
  explicit SketchUnits(const SketchPlan& plan) {
    const int e = std::ilogb(plan.weight) + 1;
    const int room = std::ilogb(static_cast<double>(plan.transform.mean.size())) / 2 + 2;
    weight = std::ldexp(1.0, e - 62);
    sum = std::ldexp(1.0, e + room - 62);
  }
  double weight, sum;
};

std::int64_t nearest_integer(double value) {
  return static_cast<std::int64_t>(value + std::copysign(0.5, value));
}

Sketch empty_sketch(Index cells, Index columns) {
  return {0, columns, std::vector<std::int64_t>(cells), std::vector<std::int64_t>(cells * columns)};
}

/// Whether the sums could hold it: rows of another table than the plan's may be too many for them.
bool add_row(Sketch& sketch, Index cell, double weight, const double* row, const SketchUnits& units) {
  const auto add = [](std::int64_t& sum, double units_more) {
    return __builtin_add_overflow(sum, nearest_integer(units_more), &sum);
  };
  bool overflow = add(sketch.weights[cell], weight / units.weight);
  const double factor = weight / units.sum;
  std::int64_t* sums = sketch.sums.data() + cell * sketch.columns;
  for (Index c = 0; c < sketch.columns; ++c) overflow |= add(sums[c], row[c] * factor);
  return !overflow;
}

/// A sketch for each thread that comes: handed from one to the other its cells would be fetched from the
/// other's cache, one by one. Adding is exact, so it does not matter who adds what.
class SketchesOfThreads {
 public:
  SketchesOfThreads(Index cells, Index columns) : none_(empty_sketch(cells, columns)) {}

  Sketch& mine() {
    const std::lock_guard lock(mutex_);
    return of_thread_.try_emplace(std::this_thread::get_id(), none_).first->second;
  }
  Sketch total() {
    Sketch all = std::move(none_);
    for (auto& [thread, part] : of_thread_) all = merge(std::move(all), std::move(part));
    return all;
  }

 private:
  Sketch none_;
  std::mutex mutex_;
  std::map<std::thread::id, Sketch> of_thread_;
};

/// weight * x^2 of a row that was summarised cannot be larger (but for rounding): that is what its column
/// adds up to.
double largest_square(const SketchPlan& plan) {
  return std::min(4 * plan.weight * static_cast<double>(plan.transform.mean.size()),
                  std::numeric_limits<double>::max());
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

void check_together(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  if (sketch.rows != plan.rows)
    throw InvalidArgument("the sketch holds " + std::to_string(sketch.rows) + " rows, but the table has " +
                          std::to_string(plan.rows));
  if (std::ssize(sketch.weights) != plan.fine.rows || sketch.columns != plan.fine.columns)
    throw InvalidArgument("the sketch is of another plan");
  if (summary.sample.values.columns != plan.fine.columns || summary.sample.rows.empty())
    throw InvalidArgument("the summary is not the one that the plan was made from");
}

/// Finds the cells of the sample's rows, and how these scatter about the means of their cells.
void meet_sample(CellTable& table, const SketchPlan& plan, const TableView& sample) {
  const Cells cells = cells_of(plan);
  const Index rows = sample.rows(), block = std::clamp<Index>((Index{1} << 18) / sample.columns(), 512, 8192);
  std::vector<RowMatrix> parts((rows + block - 1) / block);
  table.of_sample.resize(rows);
  parallel_each(parts.size(), [&](Index part) {
    const Index begin = part * block, end = std::min(begin + block, rows);
    RowMatrix deviations = transformed_rows(sample, plan.transform, begin, end);
    std::int32_t* cell = table.of_sample.data() + begin;
    cells.find(deviations, cell);
    for (Index row = 0; row < deviations.rows(); ++row) deviations.row(row) -= table.means.row(cell[row]);
    parts[part] = gram(view_of(deviations));
  });
  table.scatter_inside = RowMatrix::Zero(sample.columns(), sample.columns());
  for (const RowMatrix& part : parts) table.scatter_inside += part;
  table.scatter_inside /= static_cast<double>(rows);
}

}  // namespace

Index cells_wanted(const FitOptions& options, Index columns) {
  if (options.data.cells > 0) return options.data.cells;
  if (!wants_partition(options) || columns > wide_columns) return usual_cells;
  return std::clamp<Index>(cells_each * options.most_clusters(), usual_cells, most_cells);
}

TableView table_of(const RowSample& sample) {
  return TableView::row_major(sample.values.values.data(), sample.values.rows, sample.values.columns);
}

RowMatrix transformed_sample(const RowSample& sample, const Transform& transform) {
  const TableView table = table_of(sample);
  RowMatrix rows(table.rows(), table.columns());
  parallel_blocks(rows.rows(), rows_at_once(table.columns()), [&](Index begin, Index end) {
    rows.middleRows(begin, end - begin) = transformed_rows(table, transform, begin, end);
  });
  return rows;
}

Cells cells_of(const SketchPlan& plan) {
  return {view(plan.coarse), view(plan.fine), {plan.begin.begin(), plan.begin.end()}};
}

Sketch sketch(const TableView& block, const SketchPlan& plan, const FitOptions& options,
              std::span<const double> weights, std::int32_t* cell_of_row) {
  if (block.columns() != std::ssize(plan.transform.mean))
    throw InvalidArgument("the block has " + std::to_string(block.columns()) + " columns, but the plan " +
                          std::to_string(plan.transform.mean.size()));
  const ScopedThreads threads(options.threads);
  const Cells cells = cells_of(plan);
  const SketchUnits units(plan);
  const double bound = largest_square(plan), heaviest = std::ldexp(units.weight, 62);
  SketchesOfThreads sketches(plan.fine.rows, block.columns());
  parallel_blocks(block.rows(), rows_at_once(block.columns()), [&](Index begin, Index end) {
    const RowMatrix rows = transformed_rows(block, plan.transform, begin, end);
    std::vector<std::int32_t> cell(end - begin);
    cells.find(rows, cell.data());
    Sketch& part = sketches.mine();
    part.rows += cell.size();
    for (Index row = begin; row < end; ++row) {
      const double weight = weights.empty() ? 1.0 : weights[row];
      if (weight == 0) continue;
      const bool known = weight <= heaviest && weight * rows.row(row - begin).cwiseAbs2().maxCoeff() <= bound;
      if (!known || !add_row(part, cell[row - begin], weight, rows.row(row - begin).data(), units))
        refuse_row(row);
    }
    if (cell_of_row) std::copy(cell.begin(), cell.end(), cell_of_row + begin);
  });
  return sketches.total();
}

Sketch merge(Sketch a, Sketch b) {
  if (a.weights.empty()) return b;
  if (b.weights.empty()) return a;
  if (a.columns != b.columns || std::ssize(a.weights) != std::ssize(b.weights))
    throw InvalidArgument("the sketches to merge are of different plans");
  a.rows += b.rows;
  add_to(a.weights, b.weights);
  add_to(a.sums, b.sums);
  return a;
}

Scaled CellTable::as_rows() const {
  const Index columns = means.cols();
  return {TableView::row_major(means.data(), means.rows(), columns),
          {std::vector<double>(columns, 0.0), std::vector<double>(columns, 1.0), {}},
          weights,
          scatter_inside};
}

CellTable cell_table(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  check_together(summary, plan, sketch);
  const SketchUnits units(plan);
  const Index cells = plan.fine.rows, columns = plan.fine.columns;
  CellTable table{view(plan.fine), Vector(cells), {}, {}};
  for (Index cell = 0; cell < cells; ++cell) {
    const std::int64_t weight = sketch.weights[cell];
    const std::int64_t* sums = sketch.sums.data() + cell * columns;
    table.weights[cell] = static_cast<double>(weight) * units.weight;
    for (Index c = 0; c < columns && weight > 0; ++c)
      table.means(cell, c) = static_cast<double>(sums[c]) * units.sum / table.weights[cell];
  }
  meet_sample(table, plan, table_of(summary.sample));
  return table;
}

}  // namespace scpp
