#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/standardise.hpp"
#include "paper/pages.hpp"
#include "paper/plots.hpp"
#include "paper/studies.hpp"
#include "scpp/scpp.hpp"
#include "spectral/projection.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"

namespace scpp::paper {
namespace {

/// For every row, the tree nodes it passes through from the root to its leaf.
std::vector<std::vector<int>> paths_of_rows(const Model& model, const std::vector<std::int32_t>& labels) {
  const std::vector<int> leaves = model.tree.leaves();
  std::vector<std::vector<int>> path_of_label;
  for (const int leaf : leaves) {
    std::vector<int> path;
    for (int node = leaf; node >= 0; node = model.tree.nodes[node].parent) path.push_back(node);
    std::ranges::reverse(path);
    path_of_label.push_back(std::move(path));
  }
  std::vector<std::vector<int>> paths;
  paths.reserve(labels.size());
  for (const std::int32_t label : labels) paths.push_back(path_of_label[label]);
  return paths;
}

/// The rows of `node` in the plane of its split. Groups are the true classes, or the children.
enum class Colouring { classes, children };

ScatterPanel node_panel(const std::string& title, const Fit& fit, const LabelledTable& data, int node,
                        Colouring colouring) {
  const DenseMatrix plane = project(fit.model, node, data.table.values);
  const std::vector<int>& children = fit.model.tree.nodes[node].children;
  const auto paths = paths_of_rows(fit.model, fit.labels);
  ScatterPanel panel{title, {}, {}, {}};
  for (std::size_t row = 0; row < paths.size(); ++row) {
    const auto here = std::ranges::find(paths[row], node);
    if (here == paths[row].end()) continue;
    panel.x.push_back(plane(row, 0));
    panel.y.push_back(plane(row, plane.columns - 1));
    const auto child = std::ranges::find(children, *(here + 1)) - children.begin();
    panel.group.push_back(colouring == Colouring::classes ? data.classes[row] : static_cast<int>(child));
  }
  return panel;
}

/// The same model, whose root looks from where its search started.
Fit seen_from_start(Fit fit) {
  Split& root = *fit.model.tree.nodes[0].split;
  root.projection = root.start;
  return fit;
}

constexpr double beyond_all_points = 1e6;  // a border that no point reaches leaves the Euclidean metric
constexpr double picture_effort = 50;      // a fit or two: less than most cells of the table

FitOptions fit_options(int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = 1;
  options.quality = Quality::fast;  // as in the paper
  return options;
}

Json figures(Json list) { return {{"figures", std::move(list)}}; }

Json phoneme_tree(const std::string& folder) {
  const LabelledTable data = load_set(folder, "phoneme");
  const Fit found = fit(data.table.values, fit_options(paper_set("phoneme").clusters));
  std::vector<ScatterPanel> without, with;
  for (int node = 0; node < static_cast<int>(found.model.tree.nodes.size()); ++node) {
    const Node& at = found.model.tree.nodes[node];
    if (!at.split) continue;
    const std::string title =
        "node " + std::to_string(node) + ", " + std::to_string(static_cast<int>(at.rows)) + " rows";
    without.push_back(node_panel(title, found, data, node, Colouring::children));
    with.push_back(node_panel(title, found, data, node, Colouring::classes));
  }
  return figures({figure("phoneme-tree", "Phoneme: every split in its plane, coloured by the split made.",
                         scatter_plot("phoneme, splits", without, 4)),
                  figure("phoneme-tree-classes", "Phoneme: the same planes, coloured by the true classes.",
                         scatter_plot("phoneme, classes", with, 4, data.class_names))});
}

Json pca_against_optimal(const std::string& folder, const std::string& set) {
  const LabelledTable data = load_set(folder, set);
  const Fit found = fit(data.table.values, fit_options(paper_set(set).clusters));
  const std::string title = paper_set(set).title;
  return figures({figure(
      "projections-" + set,
      title + ": first two principal components and the optimal projection of the first split, true classes.",
      scatter_plot(title,
                   {node_panel("principal components", seen_from_start(found), data, 0, Colouring::classes),
                    node_panel("optimal projection", found, data, 0, Colouring::classes)},
                   2, data.class_names))});
}

/// One split at one beta, whatever its balance.
Fit single_split(const LabelledTable& data, double beta) {
  FitOptions options = fit_options(2);
  options.split.beta_max = options.split.beta_min = beta;
  options.split.balance = 0;
  return fit(data.table.values, options);
}

/// Groups of all rows when the plane of the first two principal components is cut as it stands.
ScatterPanel cut_of_start(const LabelledTable& data, const Fit& found) {
  const FitOptions options = fit_options(2);
  const Scaled scaled = standardise(data.table.values, {}, true);
  std::vector<Index> all(data.classes.size());
  std::iota(all.begin(), all.end(), Index{0});
  const PreparedNode node = prepare_node(gather(scaled, all), scaled.weights, RowMatrix(),
                                         options.split.microclusters, most_kaiser_components);
  const double sigma = bandwidth(node.principal.values, node.rows, options.split.pursuit);
  SpectralState state(
      node.data,
      {Laplacian::normalised, KernelKind::gaussian, sigma, beyond_all_points, options.split.pursuit.delta},
      2);
  state.evaluate(node.principal.vectors.leftCols(2), 1);
  const Partition cut = partition(state, node.data.weights, node.microclusters.centres, 2);
  ScatterPanel panel =
      node_panel("principal components, cut", seen_from_start(found), data, 0, Colouring::classes);
  for (Index row = 0; row < std::ssize(panel.group); ++row)
    panel.group[row] = cut.side[node.microclusters.membership[row]];
  return panel;
}

Json optidigits_metrics(const std::string& folder) {
  const LabelledTable data = load_set(folder, "optidigits");
  const Fit euclidean = single_split(data, beyond_all_points), modified = single_split(data, 3);
  const std::vector<ScatterPanel> panels = {
      node_panel("principal components", seen_from_start(modified), data, 0, Colouring::classes),
      cut_of_start(data, modified),
      node_panel("Euclidean metric", euclidean, data, 0, Colouring::classes),
      node_panel("Euclidean metric, cut", euclidean, data, 0, Colouring::children),
      node_panel("T_Delta, beta = 3", modified, data, 0, Colouring::classes),
      node_panel("T_Delta, beta = 3, cut", modified, data, 0, Colouring::children)};
  return figures({figure(
      "optidigits-metrics",
      "Opt. Digits: principal components, optimal projection with the Euclidean metric, and with T_Delta at "
      "beta = 3. Left the true classes, right the cut.",
      scatter_plot("optidigits", panels, 2, data.class_names))});
}

Json t_delta_curve() {
  constexpr double border = 1;
  std::vector<LineSeries> series;
  for (const double delta : {0.01, 0.1, 0.3, 0.5}) {
    const Squash squash(delta);
    LineSeries line{"delta = " + std::to_string(delta).substr(0, 4), {}, {}, {}, {}};
    for (double z = -4; z <= 4.001; z += 0.05) {
      line.x.push_back(z);
      line.y.push_back(squash(z, border).t);
    }
    series.push_back(std::move(line));
  }
  return figures(
      {figure("t-delta", "T_Delta with the border at 1: the identity inside, slow growth outside.",
              line_plot("T_Delta", {"projected point, in units of the border", "T(z)", false}, series))});
}

Json yeast_margin(const std::string& folder, int dimensions) {
  const LabelledTable data = load_set(folder, "yeast");
  FitOptions options = fit_options(2);
  options.method = Method::margin;
  options.split.pursuit.dimensions = dimensions;
  options.split.microclusters =
      static_cast<int>(data.classes.size());                   // the theorem speaks of the points themselves
  options.split.balance *= 2.0 / paper_set("yeast").clusters;  // N / (5 K) rows, as in the full clustering
  const Fit found = fit(data.table.values, options);
  ScatterPanel classes = node_panel("true classes", found, data, 0, Colouring::classes);
  ScatterPanel cut = node_panel("cut", found, data, 0, Colouring::children);
  if (dimensions == 1) {
    const Scaled scaled = standardise(data.table.values, {}, true);
    std::vector<Index> all(data.classes.size());
    std::iota(all.begin(), all.end(), Index{0});
    RowMatrix rows = gather(scaled, all);
    const Eigen::Map<const Vector> direction(found.model.tree.nodes[0].split->projection.values.data(),
                                             rows.cols());
    const Vector along = rows * direction;
    rows -= along * direction.transpose();
    const Principal rest =
        principal_components(rows.transpose() * rows / static_cast<double>(rows.rows() - 1), 1);
    const Vector across = rows * rest.vectors.col(0);
    classes.y = cut.y = std::vector<double>(across.begin(), across.end());
  }
  const Split& split = *found.model.tree.nodes[0].split;
  const std::string name = "yeast-margin-" + std::to_string(dimensions) + "d";
  const std::string words =
      dimensions == 1 ? "one-dimensional projection pursuit (across: the direction of most variance left)"
                      : "two-dimensional projection pursuit";
  Json cell = figures({figure(name, "Yeast with decreasing sigma, " + words + ".",
                              scatter_plot(name, {classes, cut}, 2, data.class_names))});
  cell["last_sigma"] = split.sigma;
  return cell;
}

}  // namespace

Json figure(const std::string& name, const std::string& caption, const std::string& svg) {
  return {{"name", name}, {"caption", caption}, {"svg", svg}};
}

std::vector<CellTask> figure_tasks(const StudyOptions& options) {
  const std::vector<std::string> sets = sets_of(options);
  const auto present = [&](const char* set) { return std::ranges::find(sets, set) != sets.end(); };
  const std::string data = options.data;
  std::vector<CellTask> tasks = {{"figures/t-delta", 0.01, 3600, t_delta_curve}};
  if (present("phoneme"))
    tasks.push_back({"figures/phoneme", picture_effort, 3600, [=] { return phoneme_tree(data); }});
  for (const char* set : {"faces_ppci2000", "isolet", "mfdigits"})
    if (present(set))
      tasks.push_back({std::string("figures/projections-") + set, picture_effort, 3600,
                       [=] { return pca_against_optimal(data, set); }});
  if (present("optidigits"))
    tasks.push_back({"figures/optidigits", picture_effort, 3600, [=] { return optidigits_metrics(data); }});
  return tasks;
}

std::vector<CellTask> margin_tasks(const StudyOptions& options) {
  std::vector<CellTask> tasks;
  const std::vector<std::string> sets = sets_of(options);
  if (std::ranges::find(sets, "yeast") == sets.end()) return tasks;
  for (const int dimensions : {1, 2})
    tasks.push_back({"margin/yeast-" + std::to_string(dimensions), picture_effort, 3600,
                     [=, data = options.data] { return yeast_margin(data, dimensions); }});
  return tasks;
}

Json box_figures(const CellStore& store, const StudyOptions& options) {
  std::vector<std::string> methods;
  for (const std::string& method : methods_of(options))
    if (method != "drsc" &&
        std::ranges::find(paper_methods(), method, &PaperMethod::method) != paper_methods().end())
      methods.push_back(method);
  Json list = Json::array();
  for (const char* measure : {"purity", "nmi"}) {
    std::vector<BoxSeries> series;
    for (const std::string& method : methods) series.push_back({title_of(method), {}});
    for (const std::string& set : sets_of(options)) {
      std::vector<double> values;
      for (const std::string& method : methods)
        if (const auto cell = store.read(table_key(set, method)); cell && cell->contains(measure))
          values.push_back(cell->at(measure));
      if (values.size() < methods.size()) continue;
      const double mean =
          std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
      for (Index i = 0; i < std::ssize(values); ++i) series[i].values.push_back((values[i] - mean) / mean);
    }
    const std::string title = std::string("relative ") + (std::string(measure) == "nmi" ? "NMI" : measure);
    list.push_back(figure(std::string("relative-") + measure,
                          "Box plots of " + title + "; the squares are means.", box_plot(title, series)));
  }
  return list;
}

}  // namespace scpp::paper
