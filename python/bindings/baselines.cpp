#include "rivals/baselines.hpp"

#include <pybind11/stl.h>

#include "parts.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace scpp::bindings {
namespace {

/// (labels, choice, trace)
py::tuple run_on_table(const std::string& name, py::array rows, const FitOptions& options,
                       py::object callback) {
  const Table table(std::move(rows));
  const BaselineResult result = without_lock(std::move(callback), [&](const Observer& watch) {
    return run_baseline(name, table.view(), options, watch);
  });
  return py::make_tuple(array_of(result.labels), result.choice, array_of(result.trace));
}

}  // namespace

void add_baselines(py::module_& module) {
  module.def("run_baseline", &run_on_table, py::arg("name"), py::arg("rows"), py::arg("options"),
             py::arg("callback") = py::none());
}

}  // namespace scpp::bindings
