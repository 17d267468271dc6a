// The extension module scpp._core: the library's calls with numpy arrays, and nothing computed here.
#include <cxxabi.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include "bindings.hpp"
#include "scpp/options.hpp"
#include "scpp/outcome.hpp"
#include "scpp/scores.hpp"
#include "scpp/version.hpp"

namespace scpp::bindings {
namespace {

template <class Real>
TableView strided_view(const py::array& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Real));
  return {static_cast<const Real*>(array.data()), array.shape(0), array.shape(1), array.strides(0) / size,
          array.strides(1) / size};
}

/// The library steps over whole, aligned numbers.
template <class Real>
bool readable_in_place(const py::array& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Real));
  return py::isinstance<py::array_t<Real>>(array) &&
         (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 && array.strides(0) % size == 0 &&
         array.strides(1) % size == 0;
}

constexpr std::chrono::milliseconds interval{50};

py::dict as_dict(const Progress& progress) {
  py::dict fields;
  fields["stage"] = word(progress.stage);
  fields["node"] = progress.node;
  fields["rows"] = progress.rows;
  fields["clusters_found"] = progress.clusters_found;
  fields["clusters_wanted"] = progress.clusters_wanted;
  fields["beta"] = progress.beta;
  fields["lambda2"] = progress.lambda2;
  fields["evaluations"] = progress.evaluations;
  return fields;
}

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

/// The words that programs meet, and what each says.
template <class Value>
py::dict sentences_of(const std::vector<Value>& values) {
  py::dict sentences;
  for (const Value value : values) sentences[py::cast(word(value))] = sentence(value);
  return sentences;
}

void add_outcomes(py::module_& module) {
  module.attr("stop_reasons") = sentences_of(stop_reasons());
  module.attr("leaf_reasons") = sentences_of(leaf_reasons());
  module.attr("stages") = sentences_of(stages());
}

void add_scores(py::module_& module) {
  module.def("score", [](const Labels& clusters, const Labels& classes) {
    const Scores scores = score(span_of(clusters), span_of(classes));
    py::dict fields;
    fields["purity"] = scores.purity;
    fields["nmi"] = scores.nmi;
    fields["ari"] = scores.ari;
    fields["v_measure"] = scores.v_measure;
    fields["accuracy"] = scores.accuracy;
    return fields;
  });
  module.def("confusion_table", [](const Labels& clusters, const Labels& classes) {
    return confusion_table(span_of(clusters), span_of(classes));
  });
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const TooLittleMemory& error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const FileError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
  } catch (const Error& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace

Table::Table(py::array array) : array_(std::move(array)) {
  if (array_.ndim() != 2)
    throw py::value_error("expected a matrix, got an array with " + std::to_string(array_.ndim()) +
                          " dimension(s)");
  if (readable_in_place<float>(array_)) {
    view_ = strided_view<float>(array_);
    return;
  }
  if (!readable_in_place<double>(array_)) {
    array_ = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array_);
    if (!array_) throw py::error_already_set();
  }
  view_ = strided_view<double>(array_);
}

bool Watch::operator()(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ && progress.stage != Stage::split) return true;
  next_ = now + interval;
  try {
    const py::gil_scoped_acquire lock;
    return ask_python(progress);
  } catch (const abi::__forced_unwind&) {
    // The interpreter ends, and with it all threads that want its lock; unwinding would want it again.
    for (;;) ::pause();
  }
}

bool Watch::ask_python(const Progress& progress) const {
  if (PyErr_CheckSignals() != 0) return false;
  if (callback_.is_none()) return true;
  try {
    callback_(as_dict(progress));
    return true;
  } catch (py::error_already_set& raised) {
    raised.restore();
    return false;
  }
}

void add_everything(py::module_& module) {
  module.doc() = "Bindings of the scpp library.";
  module.attr("__version__") = SCPP_VERSION;
  py::register_exception_translator([](std::exception_ptr thrown) {
    if (thrown) translate(thrown);
  });
  add_options(module);
  add_outcomes(module);
  add_model(module);
  add_rows(module);
  add_fit(module);
  add_scores(module);
}

}  // namespace scpp::bindings

PYBIND11_MODULE(_core, module) { scpp::bindings::add_everything(module); }
