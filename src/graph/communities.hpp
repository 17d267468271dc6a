#pragma once
// Communities of a weighted graph: partitions of large modularity.
#include "graph/modularity.hpp"

namespace scpp {

/// Leiden's method (Traag, Waltman and van Eck, 2019) at one resolution. Nodes are visited in their order, or
/// in one of many others, numbered from 1 on, and the best move is taken instead of a random one: the answer
/// is a function of the graph and that number.
Parts communities(const Graph& graph, double resolution, int shuffle = 0);

/// Exactly `count` communities: the resolution is bisected until there are as many, or the next larger number
/// is merged with the least loss. `resolution` is where the search begins, and what was found.
Parts communities_of_number(const Graph& graph, Index count, double& resolution, int shuffle = 0);

/// The same several times as fast, for communities of many nodes. They are put together from grains, groups
/// of about ten nodes that hang together at a resolution far above any that is asked for: a search tries many
/// resolutions, and the graph of the grains has a tenth of the edges.
class CommunitySearch {
 public:
  explicit CommunitySearch(const Graph& graph);

  Parts find(Index count, double& resolution, int shuffle = 0) const;

 private:
  const Graph& graph_;
  Parts grain_of_;  // of every node
  Graph grains_;
};

/// Nodes change to another of the `count` parts while modularity rises; no part is left empty.
Parts moved(const Graph& graph, Parts parts, Index count, double resolution = 1);

}  // namespace scpp
