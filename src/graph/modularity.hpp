#pragma once
// A weighted graph of rows, and the modularity of its partitions (Newman and Girvan, 2004; Reichardt and
// Bornholdt, 2006).
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "graph/neighbours.hpp"

namespace scpp {

/// The part of every node, 0 .. parts-1.
using Parts = std::vector<std::int32_t>;

/// A symmetric graph by rows: node i is joined to to[at] with weight[at], at in [begin[i], begin[i + 1]).
struct Graph {
  std::vector<Index> begin{0};
  std::vector<std::int32_t> to;
  std::vector<double> weight;
  std::vector<double> loop;    ///< weight of a node's edge with itself, both ends counted
  std::vector<double> degree;  ///< sum of weights of a node's edges, its loop among them
  double total = 0;            ///< sum of degrees, W

  Index nodes() const { return std::ssize(degree); }
};

/// Two rows are joined when one names the other among its nearest. A row of weight w is w coincident rows: an
/// edge weighs sqrt(w_i w_j), so that a row's share of all degrees follows its weight.
Graph union_graph(const NeighbourGraph& neighbours, const Vector& weights);

/// q_i = e_i / W - g deg_i vol_c(i) / W^2, with e_i the weight of i's edges inside its part c(i), vol_c the
/// degrees of part c and g the resolution. Their sum is the modularity.
Vector modularity_of_rows(const Graph& graph, const Parts& parts, Index count, double resolution = 1);

/// Q = sum_c [ e_c / W - g (vol_c / W)^2 ]
double modularity(const Graph& graph, const Parts& parts, Index count, double resolution = 1);

/// The largest conductance of the parts: of the degrees of a part, the share of edges that lead out of it.
double largest_conductance(const Graph& graph, const Parts& parts, Index count);

/// Parts numbered anew in the order of their first nodes; gives how many there are.
Index number_parts(Parts& parts);

/// The sum of degrees of each part.
Vector volumes(const Graph& graph, const Parts& parts, Index count);

}  // namespace scpp
