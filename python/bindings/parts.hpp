#pragma once
// The parts of the extension module, one file each.
#include <pybind11/pybind11.h>

namespace scpp::bindings {

namespace py = pybind11;

void add_options(py::module_& module);
void add_model(py::module_& module);
void add_fit(py::module_& module);
void add_sketch(py::module_& module);
void add_scores(py::module_& module);
void add_baselines(py::module_& module);
void add_report(py::module_& module);

}  // namespace scpp::bindings
