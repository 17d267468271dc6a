#include "scpp/fit.hpp"

#include <pybind11/stl.h>

#include "parts.hpp"
#include "scpp/split_leaf.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace scpp::bindings {
namespace {

py::tuple fit_table(py::array rows, const FitOptions& options, const Weights& weights,
                    std::vector<std::string> columns, py::object callback) {
  const Table table(std::move(rows));
  Fit result = without_lock(std::move(callback), [&](const Observer& watch) {
    return scpp::fit(table.view(), options, span_of(weights), watch);
  });
  result.model.columns = std::move(columns);
  return py::make_tuple(std::move(result.model), array_of(result.labels));
}

Model split_table(const Model& model, int node, py::array rows, const Weights& weights, py::object callback) {
  const Table table(std::move(rows));
  return without_lock(std::move(callback), [&](const Observer& watch) {
    return split_leaf(model, node, table.view(), span_of(weights), watch);
  });
}

}  // namespace

void add_fit(py::module_& module) {
  using py::arg;
  module.def("fit", &fit_table, arg("rows"), arg("options"), arg("weights") = Weights(0),
             arg("columns") = std::vector<std::string>{}, arg("callback") = py::none());
  module.def("split_leaf", &split_table, arg("model"), arg("node"), arg("rows"), arg("weights") = Weights(0),
             arg("callback") = py::none());
}

}  // namespace scpp::bindings
