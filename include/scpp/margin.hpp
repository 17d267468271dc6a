#pragma once
#include <vector>

#include "scpp/model.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// How clearly each row falls on its side, in [0, 1]. A split sends a row to the child of its nearest
/// microcluster; with `own` the distance to that one and `other` the distance to the nearest microcluster of
/// another child, the row's margin there is (other - own) / (other + own): 0 on the border, 1 on a
/// microcluster's centre. The least margin on a row's way down counts; without any split it is 1.
std::vector<double> margins(const Model& model, const TableView& rows);

}  // namespace scpp
