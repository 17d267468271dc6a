#include <pybind11/stl.h>

#include "parts.hpp"
#include "scpp/report.hpp"
#include "table.hpp"

namespace scpp::bindings {
namespace {

/// The page as text. `truth` is empty when no classes are known.
std::string html(const Model& model, py::array rows, const Labels& labels, const std::string& title,
                 const Labels& truth, const std::vector<std::string>& class_names) {
  const Table table(std::move(rows));
  const ReportInput input{model, table.view(), span_of(labels), title, span_of(truth), class_names, {}, {}};
  const py::gil_scoped_release release;
  return report_html(input);
}

}  // namespace

void add_report(py::module_& module) {
  module.def("has_report_page", &has_report_page);
  module.def("report_html", &html, py::arg("model"), py::arg("rows"), py::arg("labels"), py::arg("title"),
             py::arg("truth") = Labels(0), py::arg("class_names") = std::vector<std::string>{});
}

}  // namespace scpp::bindings
