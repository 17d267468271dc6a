// The extension module scpp._core: the library's calls with numpy arrays, and nothing computed here.
#include "parts.hpp"
#include "scpp/errors.hpp"
#include "scpp/version.hpp"

namespace {

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const scpp::InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const scpp::FileError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
  } catch (const scpp::Error& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "Bindings of the scpp library.";
  module.attr("__version__") = SCPP_VERSION;
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    if (thrown) translate(thrown);
  });
  scpp::bindings::add_options(module);
  scpp::bindings::add_model(module);
  scpp::bindings::add_fit(module);
  scpp::bindings::add_sketch(module);
  scpp::bindings::add_scores(module);
  scpp::bindings::add_baselines(module);
  scpp::bindings::add_report(module);
}
