#include "micro/node_graph.hpp"

#include <limits>

namespace scpp {
namespace {

struct Edge {
  std::int32_t a, b;
};

std::vector<Edge> edges_among(const NeighbourGraph& all, const std::vector<Index>& rows) {
  std::vector<std::int32_t> place(static_cast<std::size_t>(all.rows()), -1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    place[static_cast<std::size_t>(rows[i])] = static_cast<std::int32_t>(i);
  std::vector<Edge> edges;
  edges.reserve(rows.size() * static_cast<std::size_t>(all.count));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (Index k = 0; k < all.count; ++k) {
      const std::int32_t named = all.to[static_cast<std::size_t>(rows[i] * all.count + k)];
      const std::int32_t other = place[static_cast<std::size_t>(named)];
      if (other >= 0) edges.push_back({static_cast<std::int32_t>(i), other});
    }
  return edges;
}

}  // namespace

NodeGraph::NodeGraph(const NeighbourGraph& all, const std::vector<Index>& rows, const Vector& weights)
    : begin_(rows.size() + 1, 0), degree_(Vector::Zero(static_cast<Index>(rows.size()))) {
  const std::vector<Edge> edges = edges_among(all, rows);
  for (const auto [a, b] : edges) {
    ++begin_[static_cast<std::size_t>(a) + 1];
    ++begin_[static_cast<std::size_t>(b) + 1];
  }
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  to_.resize(2 * edges.size());
  weight_.resize(2 * edges.size());
  const auto join = [&](std::int32_t a, std::int32_t b, double weight) {
    const std::size_t at = next[static_cast<std::size_t>(a)]++;
    to_[at] = b;
    weight_[at] = weight;
    degree_[a] += weight;
  };
  for (const auto [a, b] : edges) {
    const double weight =
        weights[rows[static_cast<std::size_t>(a)]] * weights[rows[static_cast<std::size_t>(b)]] / 2;
    join(a, b, weight);
    join(b, a, weight);
  }
}

Vector NodeGraph::multiply(const Vector& x) const {
  Vector y(rows());
  for (Index i = 0; i < rows(); ++i) {
    double sum = 0;
    for (std::size_t at = begin_[static_cast<std::size_t>(i)]; at < begin_[static_cast<std::size_t>(i) + 1];
         ++at)
      sum += weight_[at] * x[to_[at]];
    y[i] = sum;
  }
  return y;
}

double NodeGraph::normalised_cut(const std::vector<std::int32_t>& part, Index parts) const {
  Vector cut = Vector::Zero(parts), volume = Vector::Zero(parts);
  for (std::size_t i = 0; i < part.size(); ++i) {
    volume[part[i]] += degree_[static_cast<Index>(i)];
    for (std::size_t at = begin_[i]; at < begin_[i + 1]; ++at)
      if (part[static_cast<std::size_t>(to_[at])] != part[i]) cut[part[i]] += weight_[at];
  }
  if (!(volume.minCoeff() > 0)) return std::numeric_limits<double>::infinity();
  return cut.cwiseQuotient(volume).sum();
}

std::vector<std::int32_t> NodeGraph::majority(const std::vector<std::int32_t>& side) const {
  std::vector<std::int32_t> moved(side);
  for (std::size_t i = 0; i < side.size(); ++i) {
    double apart = 0;
    for (std::size_t at = begin_[i]; at < begin_[i + 1]; ++at)
      if (side[static_cast<std::size_t>(to_[at])] != side[i]) apart += weight_[at];
    if (2 * apart > degree_[static_cast<Index>(i)]) moved[i] = 1 - side[i];
  }
  return moved;
}

}  // namespace scpp
