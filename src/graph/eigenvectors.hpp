#pragma once
// Spectral clustering of a graph (Ng, Jordan and Weiss, 2001).
#include <optional>

#include "graph/communities.hpp"

namespace scpp {

/// K-means of the rows of the first `count` eigenvectors of D^-1/2 W D^-1/2, each scaled to length 1. Nothing
/// where the eigenvectors are not found or a part would be empty.
std::optional<Parts> parts_by_eigenvectors(const Graph& graph, Index count);

}  // namespace scpp
