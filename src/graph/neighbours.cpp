#include "graph/neighbours.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace scpp {

namespace {

struct Edge {
  std::int32_t a, b;
  double share;  // 1 when each names the other, 1/2 when only one does
};

std::vector<Edge> edges_among(const NeighbourGraph& all, const std::vector<Index>& rows) {
  std::vector<std::int32_t> place(all.rows(), -1);
  for (Index i = 0; i < std::ssize(rows); ++i) place[rows[i]] = static_cast<std::int32_t>(i);
  std::vector<Edge> edges;
  edges.reserve(rows.size() * all.count);
  const auto names = [&](Index row, Index other) {
    const auto first = all.to.begin() + row * all.count;
    return std::find(first, first + all.count, static_cast<std::int32_t>(other)) != first + all.count;
  };
  for (Index i = 0; i < std::ssize(rows); ++i)
    for (Index k = 0; k < all.count; ++k) {
      const std::int32_t named = all.to[rows[i] * all.count + k];
      const std::int32_t other = place[named];
      if (other < 0) continue;
      const bool mutual = names(named, rows[i]);
      if (mutual && named < rows[i]) continue;  // the other has told
      edges.push_back({static_cast<std::int32_t>(i), other, mutual ? 1.0 : 0.5});
    }
  return edges;
}

double rating(const Vector& cut, const Vector& volume) {
  if (!(volume.minCoeff() > 0)) return std::numeric_limits<double>::infinity();
  return cut.cwiseQuotient(volume).sum();
}

}  // namespace

double normalised_cut(const NeighbourGraph& all, const std::vector<Index>& rows, const Vector& weights,
                      const std::vector<std::int32_t>& side) {
  assert(side.size() == rows.size());
  std::vector<std::int32_t> side_of(all.rows(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) side_of[rows[i]] = side[i];
  Vector cut = Vector::Zero(2), volume = Vector::Zero(2);
  for (const Index row : rows)
    for (Index k = 0; k < all.count; ++k) {
      const std::int32_t named = all.to[row * all.count + k];
      if (side_of[named] < 0) continue;
      const double weight = weights[row] * weights[named];  // half of it at either end
      volume[side_of[row]] += weight;
      volume[side_of[named]] += weight;
      if (side_of[row] != side_of[named]) cut.array() += weight;
    }
  return rating(cut, volume);
}

NodeGraph::NodeGraph(const NeighbourGraph& all, const std::vector<Index>& rows, const Vector& weights)
    : begin_(rows.size() + 1, 0), degree_(Vector::Zero(rows.size())) {
  assert(weights.size() == all.rows() && std::ranges::max(rows) < all.rows());
  const std::vector<Edge> edges = edges_among(all, rows);
  for (const auto [a, b, share] : edges) {
    ++begin_[a + 1];
    ++begin_[b + 1];
  }
  for (Index i = 1; i < std::ssize(begin_); ++i) begin_[i] += begin_[i - 1];
  std::vector<Index> next(begin_.begin(), begin_.end() - 1);
  to_.resize(2 * edges.size());
  weight_.resize(2 * edges.size());
  const auto join = [&](std::int32_t a, std::int32_t b, double weight) {
    const Index at = next[a]++;
    to_[at] = b;
    weight_[at] = weight;
    degree_[a] += weight;
  };
  for (const auto [a, b, share] : edges) {
    const double weight = share * (weights[rows[a]] * weights[rows[b]]);
    join(a, b, weight);
    join(b, a, weight);
  }
}

Vector NodeGraph::multiply(const Vector& x) const {
  Vector y(rows());
  for (Index i = 0; i < rows(); ++i) {
    double sum = 0;
    for (Index at = begin_[i]; at < begin_[i + 1]; ++at) sum += weight_[at] * x[to_[at]];
    y[i] = sum;
  }
  return y;
}

double NodeGraph::apart(Index row, const std::vector<std::int32_t>& part) const {
  double weight = 0;
  for (Index at = begin_[row]; at < begin_[row + 1]; ++at)
    if (part[to_[at]] != part[row]) weight += weight_[at];
  return weight;
}

double NodeGraph::normalised_cut(const std::vector<std::int32_t>& part, Index parts) const {
  assert(std::ssize(part) == rows() && std::ranges::max(part) < parts);
  Vector cut = Vector::Zero(parts), volume = Vector::Zero(parts);
  for (Index i = 0; i < std::ssize(part); ++i) {
    volume[part[i]] += degree_[i];
    cut[part[i]] += apart(i, part);
  }
  return rating(cut, volume);
}

NodeGraph::Vote NodeGraph::vote(const std::vector<std::int32_t>& side) const {
  Vote vote{0, side};
  Vector cut = Vector::Zero(2), volume = Vector::Zero(2);
  for (Index i = 0; i < std::ssize(side); ++i) {
    const double against = apart(i, side), all = degree_[i];
    volume[side[i]] += all;
    cut[side[i]] += against;
    if (2 * against > all) vote.majority[i] = 1 - side[i];
  }
  vote.cut = rating(cut, volume);
  return vote;
}

}  // namespace scpp
