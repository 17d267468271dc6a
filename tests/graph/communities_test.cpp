#include "graph/communities.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "support/builders.hpp"

namespace scpp {
namespace {

/// Of a symmetric matrix of weights.
Graph graph_of(const RowMatrix& weights) {
  Graph graph;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      if (i == j || weights(i, j) == 0) continue;
      graph.to.push_back(static_cast<std::int32_t>(j));
      graph.weight.push_back(weights(i, j));
    }
    graph.begin.push_back(std::ssize(graph.to));
    graph.loop.push_back(weights(i, i));
    graph.degree.push_back(weights.row(i).sum());
    graph.total += graph.degree.back();
  }
  return graph;
}

/// A tree of all nodes, and further edges between any two.
RowMatrix random_weights(Index nodes, Index edges, std::uint64_t seed) {
  Random random(seed, 2);
  RowMatrix weights = RowMatrix::Zero(nodes, nodes);
  for (Index edge = 1; edge < edges; ++edge) {
    const Index a = edge < nodes ? edge : random.below(nodes), b = random.below(edge < nodes ? edge : nodes);
    if (a != b) weights(a, b) = weights(b, a) = 1;
  }
  return weights;
}

/// Cliques of `size` nodes, each joined to the next by one edge.
Graph ring_of_cliques(Index cliques, Index size) {
  RowMatrix weights = RowMatrix::Zero(cliques * size, cliques * size);
  const auto join = [&](Index a, Index b) { weights(a, b) = weights(b, a) = 1; };
  for (Index clique = 0; clique < cliques; ++clique) {
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < i; ++j) join(clique * size + i, clique * size + j);
    join(clique * size, ((clique + 1) % cliques) * size + 1);
  }
  return graph_of(weights);
}

Parts by_clique(Index cliques, Index size) {
  Parts parts;
  for (Index i = 0; i < cliques * size; ++i) parts.push_back(static_cast<std::int32_t>(i / size));
  return parts;
}

TEST(Modularity, IsItsDefinition) {
  const Graph graph = ring_of_cliques(5, 4);
  Parts parts;
  for (Index i = 0; i < graph.nodes(); ++i) parts.push_back(static_cast<std::int32_t>((i * 7) % 3));
  double q = 0;  // sum over pairs of the same part of A_ij / W - d_i d_j / W^2
  for (Index i = 0; i < graph.nodes(); ++i)
    for (Index j = 0; j < graph.nodes(); ++j) {
      if (parts[i] != parts[j]) continue;
      const auto first = graph.to.begin() + graph.begin[i], last = graph.to.begin() + graph.begin[i + 1];
      q += static_cast<double>(std::count(first, last, j)) / graph.total -
           graph.degree[i] * graph.degree[j] / (graph.total * graph.total);
    }
  EXPECT_NEAR(modularity(graph, parts, 3), q, 1e-12) << "sums of 400 terms below 1, each right to 1e-16";
}

/// Two edges lead out of a clique of four, whose degrees are 4 * 3 + 2; and as many out of all the others.
TEST(Conductance, IsTheShareOfEdgesThatLeadOut) {
  const Graph graph = ring_of_cliques(5, 4);
  EXPECT_EQ(largest_conductance(graph, by_clique(5, 4), 5), 2.0 / 14);
  Parts one_and_others = by_clique(5, 4);
  for (auto& part : one_and_others) part = part > 0;
  EXPECT_EQ(largest_conductance(graph, one_and_others, 2), 2.0 / 14) << "the largest, not the last";
  for (auto& part : one_and_others) part = 1 - part;
  EXPECT_EQ(largest_conductance(graph, one_and_others, 2), 2.0 / 14) << "nor the first";
  EXPECT_EQ(largest_conductance(graph, Parts(20, 0), 1), 0);
}

TEST(Communities, FindCliques) {
  const Graph graph = ring_of_cliques(8, 6);
  EXPECT_EQ(communities(graph, 1.0), by_clique(8, 6));
}

TEST(Communities, GiveExactlyAsManyAsAsked) {
  const Graph graph = ring_of_cliques(8, 6);
  for (const Index count : {1, 2, 3, 5, 8, 11, 48}) {
    double resolution = 1;
    Parts parts = communities_of_number(graph, count, resolution);
    EXPECT_EQ(number_parts(parts), count);
  }
}

TEST(Communities, NumberedAsAskedKeepCliquesWholeWhenFewerAreAsked) {
  const Graph graph = ring_of_cliques(8, 6);
  double resolution = 1;
  const Parts parts = communities_of_number(graph, 4, resolution);
  for (Index i = 0; i < graph.nodes(); ++i) EXPECT_EQ(parts[i], parts[i / 6 * 6]) << "node " << i;
}

Graph graph_of_neighbours(const RowMatrix& rows) {
  return union_graph(nearest_neighbours(rows, 10), Vector::Ones(rows.rows()));
}

/// Where clouds do not touch, no grain is of two of them.
/// Without an edge between them, joining two loses by the product of their volumes, at any resolution.
TEST(Communities, OfIslandsTheSmallestAreJoined) {
  const Index sizes[] = {5, 12, 4, 20};
  RowMatrix weights = RowMatrix::Zero(41, 41);
  Parts expected;
  for (Index island = 0, begin = 0; island < 4; begin += sizes[island++]) {
    weights.block(begin, begin, sizes[island], sizes[island]).setOnes();
    expected.insert(expected.end(), sizes[island], std::array{0, 1, 0, 2}[island]);
  }
  weights.diagonal().setZero();
  double resolution = 1;
  EXPECT_EQ(communities_of_number(graph_of(weights), 3, resolution), expected);
}

TEST(CommunitySearch, FindsCloudsAndExactlyAsManyAsAsked) {
  const auto made = build::blobs(900, 4, 3, 12.0, 5);
  const Graph graph = graph_of_neighbours(made.rows);
  const CommunitySearch search(graph);
  for (const Index count : {1, 2, 3, 7, 20, 400}) {
    double resolution = 1;
    Parts parts = search.find(count, resolution);
    ASSERT_EQ(std::ssize(parts), 900);
    EXPECT_EQ(number_parts(parts), count);
    if (count != 3) continue;
    Parts truth = made.truth;
    number_parts(truth);
    EXPECT_EQ(parts, truth);
  }
}

/// Grains are cut at no border: once single nodes have moved, they cost a hundredth of the modularity at the
/// most, which is less than different orders of visiting nodes do.
TEST(CommunitySearch, LosesLittleModularity) {
  double whole = 0, by_grains = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto made = build::blobs(1000, 5, 6, 1.5, seed);
    const Graph graph = graph_of_neighbours(made.rows);
    double one = 1, other = 1;
    whole += modularity(graph, moved(graph, communities_of_number(graph, 6, one), 6), 6);
    by_grains += modularity(graph, moved(graph, CommunitySearch(graph).find(6, other), 6), 6);
  }
  EXPECT_GT(by_grains, 0.99 * whole);
}

/// Communities of a few nodes are sought among the nodes themselves.
TEST(CommunitySearch, DoesWithoutGrainsWhereCommunitiesAreSmall) {
  const auto made = build::blobs(200, 3, 8, 2.0, 6);
  const Graph graph = graph_of_neighbours(made.rows);
  double one = 1, other = 1;
  EXPECT_EQ(CommunitySearch(graph).find(40, one), communities_of_number(graph, 40, other));
  EXPECT_EQ(one, other);
}

TEST(Moves, NeverLowerModularityAndEmptyNoPart) {
  const Graph graph = ring_of_cliques(6, 5);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed, 1);
    Parts parts(graph.nodes());
    for (Index i = 0; i < graph.nodes(); ++i)
      parts[i] = static_cast<std::int32_t>(i < 4 ? i : random.below(4));
    const double before = modularity(graph, parts, 4);
    Parts after = moved(graph, parts, 4);
    EXPECT_GE(modularity(graph, after, 4), before - 1e-12);
    EXPECT_EQ(moved(graph, after, 4), after) << "nothing is left to move";
    EXPECT_EQ(number_parts(after), 4);
  }
}

/// Once nothing moves, no node would gain by the part of a neighbour, as the definition of modularity says.
TEST(Moves, EndWhereNoNodeGainsByThePartOfANeighbour) {
  for (const double resolution : {0.5, 1.0, 3.0}) {
    const Vector sizes = build::random_counts(40, 4, 9);
    const RowMatrix weights = sizes.asDiagonal() * random_weights(40, 100, 8) * sizes.asDiagonal();
    const Graph graph = graph_of(weights);
    Parts parts, before;
    for (Index i = 0; i < 40; ++i) parts.push_back(static_cast<std::int32_t>(i % 5));
    while (parts != before) parts = moved(graph, before = parts, 5, resolution);
    const double best = modularity(graph, parts, 5, resolution);
    for (Index node = 0; node < 40; ++node)
      for (Index neighbour = 0; neighbour < 40; ++neighbour) {
        Parts other = parts;
        other[node] = parts[neighbour];
        if (weights(node, neighbour) == 0 || std::ranges::count(other, parts[node]) == 0) continue;
        EXPECT_LE(modularity(graph, other, 5, resolution), best + 1e-10) << node << " to " << neighbour;
      }
  }
}

TEST(UnionGraph, JoinsRowsOnceHoweverOftenTheyNameEachOther) {
  const RowMatrix rows = build::normal_matrix(60, 3, 5);
  const NeighbourGraph neighbours = nearest_neighbours(rows, 4);
  const Graph graph = union_graph(neighbours, Vector::Ones(60));
  for (Index i = 0; i < 60; ++i) {
    std::set<std::int32_t> expected(neighbours.to.begin() + i * 4, neighbours.to.begin() + (i + 1) * 4);
    for (Index j = 0; j < 60; ++j)
      if (std::count(neighbours.to.begin() + j * 4, neighbours.to.begin() + (j + 1) * 4, i))
        expected.insert(static_cast<std::int32_t>(j));
    const std::set<std::int32_t> found(graph.to.begin() + graph.begin[i],
                                       graph.to.begin() + graph.begin[i + 1]);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(graph.degree[i], static_cast<double>(expected.size()));
  }
}

TEST(UnionGraph, DoubleWeightsChangeNoModularity) {
  const NeighbourGraph neighbours = nearest_neighbours(build::normal_matrix(80, 3, 6), 5);
  Parts parts;
  for (Index i = 0; i < 80; ++i) parts.push_back(static_cast<std::int32_t>(i % 3));
  const double once = modularity(union_graph(neighbours, Vector::Ones(80)), parts, 3);
  const double twice = modularity(union_graph(neighbours, Vector::Constant(80, 2.0)), parts, 3);
  EXPECT_NEAR(once, twice, 1e-12) << "sums of 80 terms below 1";
}

}  // namespace
}  // namespace scpp
