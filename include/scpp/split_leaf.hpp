#pragma once
#include <span>

#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// The model with leaf `node` cut in two, and one cluster more in its options. `rows` and `weights` are those
/// of the fit. In quality fast a fit to K + 1 clusters that cuts this leaf last gives the same tree, unless
/// their balance (a share of rows / clusters) made a difference. Throws InvalidArgument with the reason when
/// the leaf cannot be cut.
Model split_leaf(const Model& model, int node, const TableView& rows, std::span<const double> weights = {},
                 const Observer& watch = {});

}  // namespace scpp
