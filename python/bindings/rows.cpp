// Missing cells, by the rules and with the sentences of the command line.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "scpp/io.hpp"

namespace scpp::bindings {
namespace {

/// The rows where they lie, with the names that sentences call their columns by (none: numbers).
scpp::Table table_of(const Table& rows, std::vector<std::string> names) {
  scpp::Table table;
  table.values = rows.view();
  table.scalar = rows.is_float() ? Scalar::float32 : Scalar::float64;
  table.names = std::move(names);
  table.source_columns = rows.view().columns();
  for (Index column = 0; column < table.source_columns; ++column) table.positions.push_back(column);
  return table;
}

template <class Real>
py::array copied(const scpp::Table& table) {
  py::array_t<Real> out({static_cast<py::ssize_t>(table.rows()), static_cast<py::ssize_t>(table.columns())});
  auto at = out.template mutable_unchecked<2>();
  for (Index row = 0; row < table.rows(); ++row)
    for (Index column = 0; column < table.columns(); ++column)
      at(row, column) = static_cast<Real>(table.values(row, column));
  return out;
}

py::array copied(const scpp::Table& table) {
  return table.scalar == Scalar::float32 ? copied<float>(table) : copied<double>(table);
}

/// (rows, places of kept rows or None, places of kept columns, fill values, what was found and done or "").
py::tuple settle(py::array rows, std::vector<std::string> names, const std::string& rule,
                 const Weights& weights) {
  const Table given(rows);
  scpp::Table table = table_of(given, std::move(names));
  const MissingReport report = apply_missing(table, missing_rule(rule), span_of(weights));
  const bool fewer = table.rows() < given.view().rows();
  return py::make_tuple(report.cells ? copied(table) : rows,
                        fewer ? py::cast(table.source_rows) : py::object(py::none()), report.kept_columns,
                        report.fill, report.cells ? report.sentence() : "");
}

/// The rows with these values in their missing cells.
py::array fill(py::array rows, const std::vector<double>& values) {
  const Table given(std::move(rows));
  scpp::Table table = table_of(given, {});
  fill_missing(table, values);
  return copied(table);
}

}  // namespace

void add_rows(py::module_& module) {
  using py::arg;
  module.def("settle", &settle, arg("rows"), arg("names"), arg("rule"), arg("weights") = Weights(0));
  module.def("fill_missing", &fill, arg("rows"), arg("values"));
}

}  // namespace scpp::bindings
