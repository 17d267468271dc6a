// Files of tables and missing cells, by the rules and with the sentences of the command line; and rows with
// most cells zero.
#include <pybind11/stl.h>

#include <optional>

#include "bindings.hpp"
#include "scpp/fit.hpp"
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

/// (rows, places of kept rows or None, fill values).
py::tuple settle(py::array rows, std::vector<std::string> names, const std::string& rule,
                 const Weights& weights) {
  const Table given(rows);
  scpp::Table table = table_of(given, std::move(names));
  const MissingReport report = apply_missing(table, missing_rule(rule), span_of(weights));
  const bool fewer = table.rows() < given.view().rows();
  return py::make_tuple(report.cells ? copied(table) : rows,
                        fewer ? py::cast(table.source_rows) : py::object(py::none()), report.fill);
}

/// The rows with these values in their missing cells.
py::array fill(py::array rows, const std::vector<double>& values) {
  const Table given(std::move(rows));
  scpp::Table table = table_of(given, {});
  fill_missing(table, values);
  return copied(table);
}

/// The sentence about columns of text, with what to type instead.
std::string with_remedy(const TextError& problem) {
  std::string names;
  for (const TextError::Column& column : problem.columns)
    names += (names.empty() ? "" : ",") +
             (column.name.empty() ? std::to_string(column.position + 1) : column.name);
  return std::string(problem.what()) + "; leave " +
         (problem.columns.size() == 1 ? "the column" : "the columns") + " out with --drop " + names +
         " or --text drop";
}

/// (rows, names, notes) of a file in any format that needs no further library. Missing cells are refused.
py::tuple read_rows(const std::string& path, std::vector<std::string> drop, bool drop_text) {
  ReadOptions options;
  options.drop = std::move(drop);
  options.other_text = drop_text ? TextRule::drop : TextRule::refuse;
  scpp::Table table;
  try {
    const py::gil_scoped_release release;
    table = read_table(path, options);
    require_finite(table);
  } catch (const TextError& problem) {
    throw FileError(with_remedy(problem));
  }
  if (const MissingReport missing = find_missing(table); missing.cells > 0)
    throw InvalidArgument(path + " has " + missing.sentence() +
                          "; a fit on Dask needs complete rows: fill them, or leave these rows out, first");
  std::vector<std::string> notes;
  for (const ReadNote& note : table.notes) notes.push_back(path + ": " + note.sentence);
  return py::make_tuple(copied(table), table.names, notes);
}

/// Compressed sparse rows, of which one block after another gets its zeros back.
template <class Real, class Place>
class SparseRows : public RowSource {
 public:
  SparseRows(py::array_t<Real> values, py::array_t<Place> columns, py::array_t<Place> begins, Index width)
      : RowSource(begins.size() - 1, width),
        values_(std::move(values)),
        columns_(std::move(columns)),
        begins_(std::move(begins)),
        value_(values_.data()),
        column_(columns_.data()),
        begin_(begins_.data()) {}

  TableView read(Index first, Index count) override {
    block_.assign(count * columns(), Real{0});
    for (Index row = 0; row < count; ++row)
      for (Place i = begin_[first + row]; i < begin_[first + row + 1]; ++i)
        block_[row * columns() + column_[i]] = value_[i];
    return TableView::row_major(block_.data(), count, columns());
  }

 private:
  py::array_t<Real> values_;  // these keep the memory alive
  py::array_t<Place> columns_, begins_;
  const Real* value_;
  const Place *column_, *begin_;
  std::vector<Real> block_;
};

/// Of a CSR matrix of SciPy that was checked: all places lie within its shape, and no cell is told twice.
std::unique_ptr<RowSource> sparse_rows(const py::object& rows) {
  const py::array values = rows.attr("data"), columns = rows.attr("indices"), begins = rows.attr("indptr");
  const auto width = rows.attr("shape").attr("__getitem__")(1).cast<Index>();
  const auto of = [&]<class Real, class Place>(Real, Place) -> std::unique_ptr<RowSource> {
    return std::make_unique<SparseRows<Real, Place>>(values.cast<py::array_t<Real>>(),
                                                     columns.cast<py::array_t<Place>>(),
                                                     begins.cast<py::array_t<Place>>(), width);
  };
  const bool small =
      py::isinstance<py::array_t<std::int32_t>>(columns) && py::isinstance<py::array_t<std::int32_t>>(begins);
  if (py::isinstance<py::array_t<float>>(values))
    return small ? of(float{}, std::int32_t{}) : of(float{}, std::int64_t{});
  return small ? of(double{}, std::int32_t{}) : of(double{}, std::int64_t{});
}

/// The model and labels of fit() on the same rows with their zeros, of which only a block is held.
py::tuple fit_sparse(const py::object& rows, const FitOptions& options, const Weights& weights,
                     std::optional<Index> memory, std::vector<std::string> columns, py::object callback) {
  const std::unique_ptr<RowSource> source = sparse_rows(rows);
  std::vector<std::int32_t> labels;
  labels.reserve(source->rows());
  const auto keep = [&](std::span<const std::int32_t> numbers) {
    labels.insert(labels.end(), numbers.begin(), numbers.end());
  };
  StreamedFit found = without_lock(std::move(callback), [&](const Observer& watch) {
    return fit(*source, options, keep, memory, span_of(weights), watch);
  });
  for (auto& label : labels) label = found.label_of_number[label];
  found.model.columns = std::move(columns);
  return py::make_tuple(std::move(found.model), array_of(labels));
}

}  // namespace

void add_rows(py::module_& module) {
  using py::arg;
  module.def("settle", &settle, arg("rows"), arg("names"), arg("rule"), arg("weights") = Weights(0));
  module.def("read_rows", &read_rows, arg("path"), arg("drop") = std::vector<std::string>{},
             arg("drop_text") = false);
  module.def("fill_missing", &fill, arg("rows"), arg("values"));
  module.def("fit_sparse", &fit_sparse, arg("rows"), arg("options"), arg("weights"), arg("memory"),
             arg("columns") = std::vector<std::string>{}, arg("callback") = py::none());
}

}  // namespace scpp::bindings
