// Fitting at once, and in passes over blocks of rows: there every value goes in and out as bytes, so that it
// can be sent and kept.
#include "scpp/fit.hpp"

#include <pybind11/stl.h>

#include <array>
#include <cstdio>
#include <optional>

#include "bindings.hpp"
#include "scpp/sketch.hpp"
#include "scpp/split_leaf.hpp"

namespace scpp::bindings {
namespace {

py::tuple fit_table(py::array rows, const FitOptions& options, const Weights& weights,
                    std::vector<std::string> columns, py::object callback, const std::string& missing_rule,
                    std::vector<double> missing_fill) {
  const Table table(std::move(rows));
  Fit result = without_lock(std::move(callback), [&](const Observer& watch) {
    return scpp::fit(table.view(), options, span_of(weights), watch);
  });
  result.model.columns = std::move(columns);
  result.model.missing_rule = missing_rule == "error" ? "" : missing_rule;
  result.model.missing_fill = std::move(missing_fill);
  return py::make_tuple(std::move(result.model), array_of(result.labels));
}

Model split_table(const Model& model, int node, py::array rows, const Weights& weights, py::object callback) {
  const Table table(std::move(rows));
  return without_lock(std::move(callback), [&](const Observer& watch) {
    return split_leaf(model, node, table.view(), span_of(weights), watch);
  });
}

using Bytes = std::vector<std::string>;

/// The bytes of what `work` returns, made without the interpreter's lock.
template <class Work>
py::bytes bytes_without_lock(const Work& work) {
  std::string bytes;
  {
    const py::gil_scoped_release release;
    bytes = to_bytes(work());
  }
  return bytes;
}

py::bytes summarise_block(py::array rows, std::size_t first_row, std::size_t total_rows,
                          const FitOptions& options) {
  const Table table(std::move(rows));
  return bytes_without_lock([&] { return summarise(table.view(), first_row, total_rows, options); });
}

using Numbers = py::array_t<std::int32_t, py::array::c_style>;

/// `cells`, if given, takes the cell of each row.
py::bytes sketch_block(py::array rows, const std::string& plan, const FitOptions& options,
                       std::optional<Numbers> cells) {
  const Table table(std::move(rows));
  if (cells && cells->size() != table.view().rows())
    throw InvalidArgument("cells must have one entry for each row");
  std::int32_t* cell_of_row = cells ? cells->mutable_data() : nullptr;
  return bytes_without_lock(
      [&] { return sketch(table.view(), plan_from_bytes(plan), options, {}, cell_of_row); });
}

using Scores = std::optional<py::array_t<double, py::array::c_style>>;

/// One line of text for each label, as the command line writes them; with scores or without.
py::bytes label_lines(const Numbers& labels, const Scores& probability, const Scores& outlier) {
  std::string text;
  {
    const std::span values(labels.data(), labels.size());
    const double* const sure = probability ? probability->data() : nullptr;
    const double* const far = outlier ? outlier->data() : nullptr;
    const py::gil_scoped_release release;
    for (std::size_t row = 0; row < values.size(); ++row) {
      text += std::to_string(values[row]);
      std::array<char, 64> cells{};
      if (sure && far) std::snprintf(cells.data(), cells.size(), ",%.4g,%.4g", sure[row], far[row]);
      text += cells.data();
      text += '\n';
    }
  }
  return text;
}

Numbers labels_of_cells(const Model& model) {
  const std::vector<std::int32_t> labels = label_of_cell(model);
  return Numbers(static_cast<py::ssize_t>(labels.size()), labels.data());
}

py::bytes merge_summaries(const Bytes& parts) {
  return bytes_without_lock([&] {
    Summary all;
    for (const std::string& part : parts) all = merge(std::move(all), summary_from_bytes(part));
    return all;
  });
}

py::bytes merge_sketches(const Bytes& parts) {
  return bytes_without_lock([&] {
    Sketch all;
    for (const std::string& part : parts) all = merge(std::move(all), sketch_from_bytes(part));
    return all;
  });
}

py::bytes plan_of(const std::string& summary, const FitOptions& options) {
  return bytes_without_lock([&] { return plan_cells(summary_from_bytes(summary), options); });
}

Model finished(const std::string& summary, const std::string& plan, const std::string& sketch,
               const FitOptions& options, std::vector<std::string> columns, py::object callback) {
  Model model = without_lock(std::move(callback), [&](const Observer& watch) {
    return finish(summary_from_bytes(summary), plan_from_bytes(plan), sketch_from_bytes(sketch), options,
                  watch);
  });
  model.columns = std::move(columns);
  return model;
}

/// The rows of a summary's sample, as they stand in the table.
py::array sample_rows(const std::string& summary) {
  const DenseMatrix values = summary_from_bytes(summary).sample.values;
  return py::array_t<double>(
      {static_cast<py::ssize_t>(values.rows), static_cast<py::ssize_t>(values.columns)},
      values.values.data());
}

/// Throws FileError unless the bytes are what a pass leaves under this name.
void check_pass(const std::string& name, const std::string& bytes, const std::string& file) {
  if (name == "summary") summary_from_bytes(bytes, file);
  if (name == "plan") plan_from_bytes(bytes, file);
  if (name == "sketch") sketch_from_bytes(bytes, file);
  if (name == "model.scpp") from_bytes(bytes, file);
}

void add_passes(py::module_& module) {
  using py::arg;
  module.attr("chunk_rows") = chunk_rows;
  module.def("summarise", &summarise_block, arg("rows"), arg("first_row"), arg("total_rows"), arg("options"));
  module.def("merge_summaries", &merge_summaries, arg("parts"));
  module.def("plan_cells", &plan_of, arg("summary"), arg("options"));
  module.def("sketch_block", &sketch_block, arg("rows"), arg("plan"), arg("options"),
             arg("cells") = py::none());
  module.def("label_of_cell", &labels_of_cells, arg("model"));
  module.def("label_lines", &label_lines, arg("labels"), arg("probability") = py::none(),
             arg("outlier") = py::none());
  module.def("merge_sketches", &merge_sketches, arg("parts"));
  module.def("finish", &finished, arg("summary"), arg("plan"), arg("sketch"), arg("options"),
             arg("columns") = std::vector<std::string>{}, arg("callback") = py::none());
  module.def("sample_rows", &sample_rows, arg("summary"));
  module.def("check_pass", &check_pass, arg("name"), arg("value"), arg("file"));
}

}  // namespace

void add_fit(py::module_& module) {
  using py::arg;
  module.def("fit", &fit_table, arg("rows"), arg("options"), arg("weights") = Weights(0),
             arg("columns") = std::vector<std::string>{}, arg("callback") = py::none(),
             arg("missing_rule") = "error", arg("missing_fill") = std::vector<double>{});
  module.def("split_leaf", &split_table, arg("model"), arg("node"), arg("rows"), arg("weights") = Weights(0),
             arg("callback") = py::none());
  add_passes(module);
}

}  // namespace scpp::bindings
