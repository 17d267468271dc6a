#pragma once
// numpy arrays as the library sees them: read in place, whatever their strides.
#include <pybind11/numpy.h>

#include <span>

#include "scpp/table_view.hpp"

namespace scpp::bindings {

namespace py = pybind11;

/// A float32 or float64 matrix read where it lies; anything else is copied to float64 once.
class Table {
 public:
  explicit Table(py::array array);
  const TableView& view() const { return view_; }

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

}  // namespace scpp::bindings
