#include "table.hpp"

namespace scpp::bindings {
namespace {

template <class Real>
TableView strided_view(const py::array& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Real));
  return {static_cast<const Real*>(array.data()), array.shape(0),
          array.shape(1), array.strides(0) / size, array.strides(1) / size};
}

/// The library steps over whole, aligned numbers.
template <class Real>
bool readable_in_place(const py::array& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Real));
  return py::isinstance<py::array_t<Real>>(array) &&
         (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 && array.strides(0) % size == 0 &&
         array.strides(1) % size == 0;
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

}  // namespace scpp::bindings
