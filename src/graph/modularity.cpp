#include "graph/modularity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scpp {

Graph union_graph(const NeighbourGraph& neighbours, const Vector& weights) {
  const Index rows = neighbours.rows(), count = neighbours.count;
  std::vector<Index> end(rows + 1, count);  // where each row's others begin; end, once they are there
  end[0] = 0;
  for (const std::int32_t other : neighbours.to) ++end[other + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::int32_t> joined(end[rows]);
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < count; ++k) {
      const std::int32_t other = neighbours.to[i * count + k];
      joined[end[i]++] = other;
      joined[end[other]++] = static_cast<std::int32_t>(i);
    }
  // Everybody is joined both ways, so writing one row after the other to those that it is joined to sorts
  // them.
  std::vector<Index> last(rows, 0);
  for (Index i = 1; i < rows; ++i) last[i] = end[i - 1];
  const std::vector<Index> first = last;
  std::vector<std::int32_t> sorted(joined.size());
  for (Index i = 0; i < rows; ++i)
    for (Index at = first[i]; at < end[i]; ++at)
      if (Index& to = last[joined[at]]; to == first[joined[at]] || sorted[to - 1] != i)
        sorted[to++] = static_cast<std::int32_t>(i);
  Graph graph;
  graph.loop.assign(rows, 0.0);
  graph.degree.resize(rows);
  graph.to.reserve(sorted.size());
  graph.weight.reserve(sorted.size());
  for (Index i = 0; i < rows; ++i) {
    double degree = 0;
    for (Index at = first[i]; at < last[i]; ++at) {
      const double weight = std::sqrt(weights[i] * weights[sorted[at]]);
      graph.to.push_back(sorted[at]);
      graph.weight.push_back(weight);
      degree += weight;
    }
    graph.begin.push_back(std::ssize(graph.to));
    graph.degree[i] = degree;
    graph.total += degree;
  }
  return graph;
}

Vector volumes(const Graph& graph, const Parts& parts, Index count) {
  Vector volume = Vector::Zero(count);
  for (Index i = 0; i < graph.nodes(); ++i) volume[parts[i]] += graph.degree[i];
  return volume;
}

Vector modularity_of_rows(const Graph& graph, const Parts& parts, Index count, double resolution) {
  const Vector volume = volumes(graph, parts, count);
  Vector q(graph.nodes());
  for (Index i = 0; i < graph.nodes(); ++i) {
    double inside = graph.loop[i];
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      if (parts[graph.to[at]] == parts[i]) inside += graph.weight[at];
    q[i] = (inside - resolution * graph.degree[i] * volume[parts[i]] / graph.total) / graph.total;
  }
  return q;
}

double modularity(const Graph& graph, const Parts& parts, Index count, double resolution) {
  return modularity_of_rows(graph, parts, count, resolution).sum();
}

double largest_conductance(const Graph& graph, const Parts& parts, Index count) {
  Vector out = Vector::Zero(count);
  for (Index i = 0; i < graph.nodes(); ++i)
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      if (parts[graph.to[at]] != parts[i]) out[parts[i]] += graph.weight[at];
  return (out.array() / volumes(graph, parts, count).array()).maxCoeff();
}

Index number_parts(Parts& parts) {
  std::vector<std::int32_t> number(parts.empty() ? 0 : std::ranges::max(parts) + 1, -1);
  std::int32_t next = 0;
  for (auto& part : parts) {
    if (number[part] < 0) number[part] = next++;
    part = number[part];
  }
  return next;
}

}  // namespace scpp
