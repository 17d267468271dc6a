#pragma once
// From fitted models to panels.
#include <string>
#include <vector>

#include "paper/data_sets.hpp"
#include "paper/plots.hpp"
#include "paper/store.hpp"
#include "scpp/scpp.hpp"

namespace scpp::paper {

/// One finished figure inside a cell: {"name", "caption", "svg"}.
Json figure(const std::string& name, const std::string& caption, const std::string& svg);

/// For every row, the tree nodes it passes through from the root to its leaf.
std::vector<std::vector<int>> paths_of_rows(const Model& model, const std::vector<std::int32_t>& labels);

/// The rows of `node` in the plane of its split. Groups are the true classes, or the children.
enum class Colouring { classes, children };
ScatterPanel node_panel(const std::string& title, const Fit& fit, const LabelledTable& data, int node,
                        Colouring colouring);

/// The same model, whose root looks from where its search started.
Fit seen_from_start(Fit fit);

}  // namespace scpp::paper
