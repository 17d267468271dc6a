#pragma once
// Where two clusters meet there should be fewer rows than in the middle of either.
#include "base/types.hpp"
#include "graph/communities.hpp"

namespace scpp {

/// How dense the densest border between two clusters is, relative to the middle of the sparser of the two:
/// near 0 where clusters lie apart, 1 and more where a border runs through one cloud. Looked at along the
/// discriminant direction of every two clusters that share a good part of their edges.
double densest_border(const RowMatrix& rows, const Vector& weights, const Graph& graph, const Parts& parts,
                      Index count);

/// Of two partitions the one with border `a` cuts through a cloud, and the one with border `b` does not.
inline bool cuts_a_cloud(double a, double b) { return a >= 1 && a > 1.25 * b; }

}  // namespace scpp
