#pragma once
// Ctrl-C and progress while the library works without the interpreter's lock.
#include <pybind11/pybind11.h>

#include <chrono>

#include "scpp/errors.hpp"
#include "scpp/observer.hpp"

namespace scpp::bindings {

namespace py = pybind11;

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

}  // namespace scpp::bindings
