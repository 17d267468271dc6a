#include "micro/cell_table.hpp"

#include "base/multiply.hpp"
#include "data/plain.hpp"
#include "micro/sketch_units.hpp"
#include "scpp/errors.hpp"

namespace scpp {

RowMatrix transformed_sample(const RowSample& sample, const Transform& transform) {
  const TableView table =
      TableView::row_major(sample.values.values.data(), sample.values.rows, sample.values.columns);
  RowMatrix rows(static_cast<Index>(table.rows()), static_cast<Index>(table.columns()));
  for (Index row = 0; row < rows.rows(); ++row)
    transformed_row(table, transform, static_cast<std::size_t>(row), rows.row(row).data());
  return rows;
}

Cells cells_of(const SketchPlan& plan) {
  return {view(plan.coarse), view(plan.fine), {plan.begin.begin(), plan.begin.end()}};
}

Scaled CellTable::as_rows() const {
  const std::size_t columns = static_cast<std::size_t>(means.cols());
  return {TableView::row_major(means.data(), static_cast<std::size_t>(means.rows()), columns),
          {std::vector<double>(columns, 0.0), std::vector<double>(columns, 1.0)},
          weights,
          scatter_inside};
}

namespace {

void check_together(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  if (sketch.rows != plan.rows)
    throw InvalidArgument("the sketch holds " + std::to_string(sketch.rows) + " rows, but the table has " +
                          std::to_string(plan.rows));
  if (sketch.weights.size() != plan.fine.rows || sketch.columns != plan.fine.columns)
    throw InvalidArgument("the sketch is of another plan");
  if (summary.sample.values.columns != plan.fine.columns || summary.sample.rows.empty())
    throw InvalidArgument("the summary is not the one that the plan was made from");
}

}  // namespace

CellTable cell_table(const Summary& summary, const SketchPlan& plan, const Sketch& sketch) {
  check_together(summary, plan, sketch);
  const SketchUnits units(plan);
  const Index cells = static_cast<Index>(plan.fine.rows), columns = static_cast<Index>(plan.fine.columns);
  CellTable table{view(plan.fine), Vector(cells), {}};
  for (Index cell = 0; cell < cells; ++cell) {
    const std::int64_t weight = sketch.weights[static_cast<std::size_t>(cell)];
    const std::int64_t* sums = sketch.sums.data() + cell * columns;
    table.weights[cell] = static_cast<double>(weight) * units.weight;
    for (Index c = 0; c < columns && weight > 0; ++c)
      table.means(cell, c) = static_cast<double>(sums[c]) * units.sum / table.weights[cell];
  }
  const RowMatrix sample = transformed_sample(summary.sample, plan.transform);
  std::vector<std::int32_t> cell(static_cast<std::size_t>(sample.rows()));
  cells_of(plan).find(sample, cell.data());
  RowMatrix deviation = sample;
  for (Index row = 0; row < sample.rows(); ++row)
    deviation.row(row) -= table.means.row(cell[static_cast<std::size_t>(row)]);
  table.scatter_inside = gram(view_of(deviation)) / static_cast<double>(sample.rows());
  return table;
}

}  // namespace scpp
