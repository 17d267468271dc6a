#include "paper/drawing.hpp"

#include <algorithm>

namespace scpp::paper {

Json figure(const std::string& name, const std::string& caption, const std::string& svg) {
  return {{"name", name}, {"caption", caption}, {"svg", svg}};
}

std::vector<std::vector<int>> paths_of_rows(const Model& model, const std::vector<std::int32_t>& labels) {
  const std::vector<int> leaves = model.tree.leaves();
  std::vector<std::vector<int>> path_of_label;
  for (const int leaf : leaves) {
    std::vector<int> path;
    for (int node = leaf; node >= 0; node = model.tree.nodes[node].parent)
      path.push_back(node);
    std::ranges::reverse(path);
    path_of_label.push_back(std::move(path));
  }
  std::vector<std::vector<int>> paths;
  paths.reserve(labels.size());
  for (const std::int32_t label : labels) paths.push_back(path_of_label[label]);
  return paths;
}

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

Fit seen_from_start(Fit fit) {
  Split& root = *fit.model.tree.nodes[0].split;
  root.projection = root.start;
  return fit;
}

}  // namespace scpp::paper
