#pragma once
// How rows are to be parted, settled on some of them.
#include <optional>

#include "data/standardise.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "tree/learn_metric.hpp"

namespace scpp {

/// Rows without a transform, as the tree sees them. Refers to `rows`.
Scaled as_they_are(const RowMatrix& rows, const Vector& weights, RowMatrix scatter_inside);

/// The clusters of the paper's tree; nothing where it does not find as many, each with two rows.
std::optional<Parts> parts_by_tree(const Cloud& cloud, const FitOptions& options, const Observer& watch);

/// How the rows are to be parted, settled on some of them.
struct Plan {
  enum class By { tree, moved_tree, communities, joined_communities, components, means } by = By::communities;
  Taught taught;
  Sizes sizes = Sizes::alike;
  double resolution = 1;  ///< at which the graph judges
  double apart = 0;       ///< separation of the parts, where it was looked at
};

/// The simplest of the best candidates for `options.clusters` parts of the rows, as graphs of nearest
/// neighbours and the tree show them.
Plan plan_by_neighbours(const Teachers& teachers, const FitOptions& options, const Observer& watch);

/// The same, but where means know more than neighbours they have the last word. Cells of an even cloud hold
/// apart better by means, too, so numbers of clusters are not compared by this.
Plan plan_partition(const Teachers& teachers, const FitOptions& options, const Observer& watch);

}  // namespace scpp
