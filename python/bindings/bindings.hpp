#pragma once
// numpy arrays as the library sees them, Ctrl-C and progress while it works, and the parts of the module.
#include <pybind11/numpy.h>

#include <chrono>
#include <span>

#include "scpp/errors.hpp"
#include "scpp/observer.hpp"
#include "scpp/table_view.hpp"

namespace scpp::bindings {

namespace py = pybind11;

/// A float32 or float64 matrix read where it lies; anything else is copied to float64 once.
class Table {
 public:
  explicit Table(py::array array);
  const TableView& view() const { return view_; }
  bool is_float() const { return py::isinstance<py::array_t<float>>(array_); }

 private:
  py::array array_;  // keeps the memory alive
  TableView view_;
};

using Weights = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Labels = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

template <class Value, int flags>
std::span<const Value> span_of(const py::array_t<Value, flags>& array) {
  return {array.data(), array.data() + array.size()};
}

/// A new array with these values.
template <class Value>
py::array_t<Value> array_of(const std::vector<Value>& values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// An observer that takes the lock back some twenty times a second, to look for signals and to call
/// `callback` (None, or a callable that gets a dict).
class Watch {
 public:
  explicit Watch(py::object callback) : callback_(std::move(callback)) {}
  bool operator()(const Progress& progress);

 private:
  bool ask_python(const Progress& progress) const;

  py::object callback_;
  std::chrono::steady_clock::time_point next_;
};

/// Calls work(observer) without the lock. A Python exception met by the observer comes out as itself.
template <class Work>
auto without_lock(py::object callback, const Work& work) {
  Watch watch(std::move(callback));
  try {
    const py::gil_scoped_release release;
    return work(Observer(std::ref(watch)));
  } catch (const Cancelled&) {
    if (PyErr_Occurred()) throw py::error_already_set();
    throw;
  }
}

/// Models, and what is told about them: assigning, projecting, cutting, the report and the summary.
void add_model(py::module_& module);
/// Files of tables, missing cells and sparse rows.
void add_rows(py::module_& module);
/// Fitting at once, and in passes over blocks of rows.
void add_fit(py::module_& module);

}  // namespace scpp::bindings
