// Models, and what is told about them.
#include "scpp/model.hpp"

#include <pybind11/stl.h>

#include <algorithm>

#include "bindings.hpp"
#include "scpp/confidence.hpp"
#include "scpp/profile.hpp"
#include "scpp/report.hpp"
#include "scpp/summary.hpp"
#include "scpp/verdict.hpp"

namespace scpp::bindings {
namespace {

/// A read-only array over memory that `owner` holds: models never change.
template <class Value>
py::array view_of(const Value* values, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<Value> array(std::move(shape), values, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::array view_of(const DenseMatrix& matrix, py::handle owner) {
  return view_of(matrix.values.data(),
                 {static_cast<py::ssize_t>(matrix.rows), static_cast<py::ssize_t>(matrix.columns)}, owner);
}

template <class Value>
py::array view_of(const std::vector<Value>& values, py::handle owner) {
  return view_of(values.data(), {static_cast<py::ssize_t>(values.size())}, owner);
}

/// A property that shows a matrix or vector member of `Class` in place.
template <class Class, class Member>
auto in_place(Member Class::*member) {
  return [member](const py::object& self) { return view_of(self.cast<const Class&>().*member, self); };
}

py::array trace_of(const Split& split) {
  py::array_t<double> trace({static_cast<py::ssize_t>(split.trace.size()), py::ssize_t{3}});
  auto at = trace.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < at.shape(0); ++i) {
    const TracePoint& point = split.trace[i];
    at(i, 0) = point.beta;
    at(i, 1) = point.step;
    at(i, 2) = point.value;
  }
  return trace;
}

/// A number as people read it.
std::string shown(double value) { return py::str("{:.4g}").format(value); }

std::string repr_of(const Split& split) {
  std::string text = "<Split: lambda2 " + shown(split.lambda2);
  if (split.neighbour_cut) text += ", neighbour cut " + shown(*split.neighbour_cut);
  if (split.stability) text += ", stability " + shown(*split.stability);
  return text + ", beta " + shown(split.beta) + ", sigma " + shown(split.sigma) + ", projection " +
         std::to_string(split.projection.rows) + " x " + std::to_string(split.projection.columns) + ">";
}

std::string repr_of(const Node& node) {
  std::string text = "<Node: " + shown(node.rows) + " rows, ";
  if (node.why_leaf) return text + "a leaf (" + node.why_leaf->sentence + ")>";
  text += "split " + std::to_string(node.order.value_or(0) + 1) + " into nodes ";
  for (Index i = 0; i < std::ssize(node.children); ++i) {
    if (i) text += i + 1 == std::ssize(node.children) ? " and " : ", ";
    text += std::to_string(node.children[i]);
  }
  return text + (node.split ? ", lambda2 " + shown(node.split->lambda2) : "") + ">";
}

void add_split(py::module_& module) {
  py::class_<Split>(module, "Split")
      .def_property_readonly("centre", in_place(&Split::centre))
      .def_property_readonly("projection", in_place(&Split::projection))
      .def_property_readonly("start", in_place(&Split::start))
      .def_property_readonly("microclusters", in_place(&Split::microclusters))
      .def_property_readonly("weights", in_place(&Split::weights))
      .def_property_readonly("radii", in_place(&Split::radii))
      .def_property_readonly("side", in_place(&Split::side))
      .def_property_readonly("spread", in_place(&Split::spread))
      .def_property_readonly("trace", &trace_of)
      .def_property_readonly(
          "error_bounds",
          [](const Split& split) { return std::make_pair(split.bounds.at_projection, split.bounds.uniform); })
      .def_readonly("sigma", &Split::sigma)
      .def_readonly("beta", &Split::beta)
      .def_readonly("lambda2", &Split::lambda2)
      .def_readonly("lambda3", &Split::lambda3)
      .def_readonly("evaluations", &Split::evaluations)
      .def_readonly("candidates", &Split::candidates)
      .def_readonly("neighbour_cut", &Split::neighbour_cut)
      .def_readonly("cloud_cut", &Split::cloud_cut)
      .def_readonly("cloud_least", &Split::cloud_least)
      .def_readonly("stability", &Split::stability)
      .def_property_readonly("stop", [](const Split& split) { return word(split.stop); })
      .def_readonly("stop_sentence", &Split::stop_sentence)
      .def("__repr__", [](const Split& split) { return repr_of(split); });
}

void add_node(py::module_& module) {
  py::class_<Node>(module, "Node")
      .def_readonly("parent", &Node::parent)
      .def_readonly("children", &Node::children)
      .def_readonly("n_samples", &Node::rows)
      .def_readonly("order", &Node::order)
      .def_property_readonly("leaf_reason",
                             [](const Node& node) {
                               return node.why_leaf ? std::optional(word(node.why_leaf->reason))
                                                    : std::nullopt;
                             })
      .def_property_readonly("leaf_sentence",
                             [](const Node& node) { return node.why_leaf ? node.why_leaf->sentence : ""; })
      .def_property_readonly(
          "split", [](const Node& node) { return node.split ? &*node.split : nullptr; },
          py::return_value_policy::reference_internal)
      .def("__repr__", [](const Node& node) { return repr_of(node); });
}

/// The same model, reading rows with so many threads.
Model with_threads(Model model, int threads) {
  model.options.threads = threads;
  return model;
}

py::array assign_table(const Model& model, py::array rows) {
  const Table table(std::move(rows));
  std::vector<std::int32_t> labels;
  {
    const py::gil_scoped_release release;
    labels = assign(model, table.view());
  }
  return array_of(labels);
}

py::array array_of(const DenseMatrix& matrix) {
  return py::array_t<double>(
      {static_cast<py::ssize_t>(matrix.rows), static_cast<py::ssize_t>(matrix.columns)},
      matrix.values.data());
}

/// What `look` finds in the rows, without the interpreter's lock.
template <class Look>
auto seen_in(const Model& model, py::array rows, const Look& look) {
  const Table table(std::move(rows));
  const py::gil_scoped_release release;
  return look(model, table.view());
}

py::array memberships(const Model& model, py::array rows) {
  return array_of(seen_in(model, std::move(rows),
                          [](const Model& of, const TableView& table) { return membership(of, table); }));
}

/// (probability, the likeliest other cluster, outlier score) of every row.
py::tuple confidences(const Model& model, py::array rows) {
  const Confidence found = seen_in(
      model, std::move(rows), [](const Model& of, const TableView& table) { return confidence(of, table); });
  return py::make_tuple(bindings::array_of(found.probability), bindings::array_of(found.other),
                        bindings::array_of(found.outlier));
}

/// (clarity, word for it and nearest cluster of every cluster, clarity of every node's split, sentence).
py::tuple verdict_on(const Model& model) {
  const Verdict found = verdict(model);
  py::list clarity, words, nearest;
  for (const ClusterVerdict& cluster : found.clusters) {
    clarity.append(cluster.clarity);
    words.append(std::string(word(clarity_of(cluster.clarity))));
    nearest.append(cluster.nearest);
  }
  return py::make_tuple(clarity, words, nearest, found.splits, found.sentence);
}

/// (directions, origin): coordinates are ((x - mean) * scale) @ directions - origin.
py::tuple axes_of(const Model& model, int node) {
  const Axes axes = axes_in_columns(model, node);
  return py::make_tuple(array_of(axes.directions), bindings::array_of(axes.origin));
}

/// The planes of the given nodes side by side, rows x (nodes * l).
py::array project_table(const Model& model, const std::vector<int>& nodes, py::array rows) {
  const Table table(std::move(rows));
  std::vector<DenseMatrix> planes;
  std::size_t columns = 0;
  {
    const py::gil_scoped_release release;
    for (const int node : nodes) columns += planes.emplace_back(project(model, node, table.view())).columns;
  }
  const std::size_t count = table.view().rows();
  py::array_t<double> all({static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(columns)});
  double* out = all.mutable_data();
  for (std::size_t row = 0; row < count; ++row)
    for (const DenseMatrix& plane : planes) out = std::copy_n(plane.row(row), plane.columns, out);
  return all;
}

/// The page as text. `truth` is empty when no classes are known.
std::string html(const Model& model, py::array rows, const Labels& labels, const std::string& title,
                 const Labels& truth, const std::vector<std::string>& class_names, const Weights& weights) {
  const Table table(std::move(rows));
  const ReportInput input{model, table.view(), span_of(labels), title, span_of(truth), class_names,
                          {},    {},           span_of(weights)};
  const py::gil_scoped_release release;
  return report_html(input);
}

/// What the clusters are like: (rows, mean, deviation, difference), the latter three clusters x columns.
py::tuple profile(const Model& model, py::array rows, const Labels& labels, const Weights& weights) {
  const Table table(std::move(rows));
  const ReportInput input{model, table.view(), span_of(labels), {}, {}, {}, {}, {}, span_of(weights)};
  ClusterProfile found;
  {
    const py::gil_scoped_release release;
    found = cluster_profile(input);
  }
  return py::make_tuple(bindings::array_of(found.rows), array_of(found.mean), array_of(found.deviation),
                        array_of(found.difference));
}

/// What scpp fit --summary writes, for rows whose classes are not known.
std::string summary(const Model& model, Index rows, Index columns, double seconds_reading,
                    double seconds_fitting, double seconds_in_all) {
  return summary_json(model, {rows, columns, seconds_reading, seconds_fitting, seconds_in_all, {}});
}

void add_report(py::module_& module) {
  module.def("has_report_page", &has_report_page);
  module.def("report_html", &html, py::arg("model"), py::arg("rows"), py::arg("labels"), py::arg("title"),
             py::arg("truth") = Labels(0), py::arg("class_names") = std::vector<std::string>{},
             py::arg("weights") = Weights(0));
  module.def("cluster_profile", &profile, py::arg("model"), py::arg("rows"), py::arg("labels"),
             py::arg("weights") = Weights(0));
  module.def("summary_json", &summary, py::arg("model"), py::arg("rows"), py::arg("columns"),
             py::arg("seconds_reading"), py::arg("seconds_fitting"), py::arg("seconds_in_all"));
}

}  // namespace

void add_model(py::module_& module) {
  add_split(module);
  add_node(module);
  const auto bytes = [](const Model& model) { return py::bytes(to_bytes(model)); };
  const auto restored = [](const std::string& text) { return from_bytes(text); };
  const auto nodes = [](const py::object& self) {
    py::list all;
    for (const Node& node : self.cast<const Model&>().tree.nodes)
      all.append(py::cast(&node, py::return_value_policy::reference_internal, self));
    return all;
  };
  py::class_<Model>(module, "Model")
      .def_readonly("options", &Model::options)
      .def_readonly("columns", &Model::columns)
      .def_property_readonly("has_names",
                             [](const Model& model) { return !model.columns.empty() && !model.places; })
      .def_property_readonly(
          "mean",
          [](const py::object& self) { return view_of(self.cast<const Model&>().transform.mean, self); })
      .def_property_readonly(
          "scale",
          [](const py::object& self) { return view_of(self.cast<const Model&>().transform.scale, self); })
      .def_property_readonly("metric",
                             [](const py::object& self) -> py::object {
                               const auto& metric = self.cast<const Model&>().transform.metric;
                               return metric ? py::object(view_of(*metric, self)) : py::none();
                             })
      .def_property_readonly("has_reference", [](const Model& model) { return model.reference.has_value(); })
      .def_readonly("missing_rule", &Model::missing_rule)
      .def_readonly("missing_fill", &Model::missing_fill)
      .def_property_readonly("nodes", nodes)
      .def_property_readonly("leaves", [](const Model& model) { return model.tree.leaves(); })
      .def_property_readonly("splits", [](const Model& model) { return model.tree.splits(); })
      .def("assign", &assign_table)
      .def("project", &project_table)
      .def("axes", &axes_of)
      .def("membership", &memberships)
      .def("confidence", &confidences)
      .def("verdict", &verdict_on)
      .def("with_threads", &with_threads)
      .def("cut", &cut)
      .def("prune", &prune)
      .def("save", &save)
      .def("to_bytes", bytes)
      .def(py::pickle(bytes, [restored](const py::bytes& state) { return restored(state); }));
  module.def("load", &load);
  module.def("from_bytes", [restored](const py::bytes& state) { return restored(state); });
  add_report(module);
}

}  // namespace scpp::bindings
