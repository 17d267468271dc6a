#include "fit/cell_table.hpp"

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "fit/sketch_units.hpp"
#include "scpp/errors.hpp"

namespace scpp {

namespace {

TableView table_of(const RowSample& sample) {
  return TableView::row_major(sample.values.values.data(), sample.values.rows, sample.values.columns);
}

}  // namespace

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

Scaled CellTable::as_rows() const {
  const Index columns = means.cols();
  return {TableView::row_major(means.data(), means.rows(), columns),
          {std::vector<double>(columns, 0.0), std::vector<double>(columns, 1.0)},
          weights,
          scatter_inside};
}

namespace {

void check_together(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  if (sketch.rows != plan.rows)
    throw InvalidArgument("the sketch holds " + std::to_string(sketch.rows) + " rows, but the table has " +
                          std::to_string(plan.rows));
  if (std::ssize(sketch.weights) != plan.fine.rows || sketch.columns != plan.fine.columns)
    throw InvalidArgument("the sketch is of another plan");
  if (summary.sample.values.columns != plan.fine.columns || summary.sample.rows.empty())
    throw InvalidArgument("the summary is not the one that the plan was made from");
}

RowMatrix scatter_about(const RowMatrix& means, const SketchPlan& plan, const TableView& sample) {
  const Cells cells = cells_of(plan);
  const Index rows = sample.rows(), block = rows_at_once(sample.columns());
  std::vector<RowMatrix> parts((rows + block - 1) / block);
  parallel_blocks(rows, block, [&](Index begin, Index end) {
    RowMatrix deviations = transformed_rows(sample, plan.transform, begin, end);
    std::vector<std::int32_t> cell(end - begin);
    cells.find(deviations, cell.data());
    for (Index row = 0; row < deviations.rows(); ++row)
      deviations.row(row) -= means.row(cell[row]);
    parts[begin / block] = gram(view_of(deviations));
  });
  RowMatrix total = RowMatrix::Zero(means.cols(), means.cols());
  for (const RowMatrix& part : parts) total += part;
  return total / static_cast<double>(rows);
}

}  // namespace

CellTable cell_table(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  check_together(summary, plan, sketch);
  const SketchUnits units(plan);
  const Index cells = plan.fine.rows, columns = plan.fine.columns;
  CellTable table{view(plan.fine), Vector(cells), {}};
  for (Index cell = 0; cell < cells; ++cell) {
    const std::int64_t weight = sketch.weights[cell];
    const std::int64_t* sums = sketch.sums.data() + cell * columns;
    table.weights[cell] = static_cast<double>(weight) * units.weight;
    for (Index c = 0; c < columns && weight > 0; ++c)
      table.means(cell, c) = static_cast<double>(sums[c]) * units.sum / table.weights[cell];
  }
  table.scatter_inside = scatter_about(table.means, plan, table_of(summary.sample));
  return table;
}

}  // namespace scpp
