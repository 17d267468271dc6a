#include "scpp/options.hpp"

#include <pybind11/stl.h>

#include "parts.hpp"
#include "scpp/errors.hpp"

namespace scpp::bindings {
namespace {

const Parameter& parameter(const std::string& name) {
  if (const Parameter* found = find_parameter(name)) return *found;
  throw InvalidArgument("there is no option named " + name);
}

/// (name, values, sentence, default) of every option.
py::list described() {
  py::list all;
  for (const Parameter& option : parameters())
    all.append(py::make_tuple(option.name, option.values, option.sentence, option.get(FitOptions{})));
  return all;
}

}  // namespace

void add_options(py::module_& module) {
  module.def("parameters", &described);
  py::class_<FitOptions>(module, "Options")
      .def(py::init<>())
      .def("set", [](FitOptions& options, const std::string& name,
                     const std::string& text) { parameter(name).set(options, text); })
      .def("get",
           [](const FitOptions& options, const std::string& name) { return parameter(name).get(options); })
      .def("validate", &FitOptions::validate);
}

}  // namespace scpp::bindings
