#pragma once
// Rows near a border go to the Gaussian that is likelier to have made them, where the neighbour graph has no
// objection.
#include "tree/parted_cloud.hpp"

namespace scpp {

/// A neighbour graph knows where a border runs to about the distance of neighbours, and misjudges it where a
/// dense cluster meets a wide one; a Gaussian for each part, in the plane of their discriminants, knows
/// better if the parts are such clouds. Every row goes to the likeliest one (quadratic discriminant
/// analysis), again and again, for as long as the modularity of the graph is not significantly less than that
/// of `parted`.
Parts moved_to_gaussians(const PartedCloud& parted, const Graph& graph, double resolution);

}  // namespace scpp
