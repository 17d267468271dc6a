#include "graph/communities.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "base/random.hpp"

namespace scpp {
namespace {

// A move must gain more than rounding can feign: weights of edges are around 1, and sums of them right to
// 1e-12.
constexpr double least_gain = 1e-10;

/// The weights of one node's edges to the parts around it, in the order in which they are met.
class EdgesToParts {
 public:
  explicit EdgesToParts(Index parts) : to_(parts), met_(parts + 1) {}

  void collect(const Graph& graph, const Parts& parts, Index node) {
    begin(parts[node]);
    add(graph, parts, node);
  }

  /// Nothing yet but the part that asks.
  void begin(std::int32_t own) {
    ++collection_;
    count_ = 0;
    meet(own, 0);
  }

  void add(const Graph& graph, const Parts& parts, Index node) {
    const std::int32_t *to = graph.to.data(), *part_of = parts.data();
    const double* weight = graph.weight.data();
    for (Index at = graph.begin[node], end = graph.begin[node + 1]; at < end; ++at)
      meet(part_of[to[at]], weight[at]);
  }

  std::span<const std::int32_t> met() const { return {met_.data(), count_}; }
  /// Of a part that was met.
  double to(std::int32_t part) const { return to_[part].weight; }

 private:
  struct Edges {
    double weight = 0;
    std::uint64_t collection = 0;  ///< in which the part was met last
  };

  /// Nobody can predict whether a part is new, so there is no branch.
  void meet(std::int32_t part, double weight) {
    Edges& edges = to_[part];
    const bool is_new = edges.collection != collection_;
    met_[count_] = part;
    count_ += is_new;
    edges = {(is_new ? 0.0 : edges.weight) + weight, collection_};
  }

  std::vector<Edges> to_;
  std::vector<std::int32_t> met_;  // and room for one that was met before
  std::size_t count_ = 0;          // of those that were met
  std::uint64_t collection_ = 0;
};

using Order = std::vector<std::int32_t>;  // in which nodes are visited

Order in_their_order(Index nodes) {
  Order order(nodes);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Order shuffled(Index nodes, int shuffle) {
  Order order = in_their_order(nodes);
  Random random(shuffle, 0);
  for (Index i = nodes - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

/// Nodes that wait to be looked at, each at most once at a time.
class Waiting {
 public:
  explicit Waiting(Order order) : queue_(std::move(order)), waits_(queue_.size(), true) {}

  bool empty() const { return next_ == std::ssize(queue_); }
  std::int32_t take() {
    const std::int32_t node = queue_[next_++];
    waits_[node] = false;
    if (2 * next_ > std::ssize(queue_) && next_ > 4096) {
      queue_.erase(queue_.begin(), queue_.begin() + next_);
      next_ = 0;
    }
    return node;
  }
  void add(std::int32_t node) {
    if (waits_[node]) return;
    waits_[node] = true;
    queue_.push_back(node);
  }

 private:
  std::vector<std::int32_t> queue_;
  std::vector<char> waits_;
  Index next_ = 0;
};

/// What a node gains by being in a part, up to what all parts have in common:
/// weight to it - resolution * degree * (volume of its other nodes) / W.
struct Mover {
  const Graph& graph;
  double resolution_per_weight;  // resolution / W
  Parts& parts;
  Vector volume;
  EdgesToParts edges;

  Mover(const Graph& g, double resolution, Parts& p, Index count)
      : graph(g),
        resolution_per_weight(resolution / g.total),
        parts(p),
        volume(volumes(g, p, count)),
        edges(count) {}

  /// How much each unit of a part's volume costs the node.
  double cost_of_volume(Index node) const { return resolution_per_weight * graph.degree[node]; }

  /// Of a part that is not its own (which would seem worse than it is).
  double gain(std::int32_t part, double cost) const { return edges.to(part) - cost * volume[part]; }

  /// The best of the parts around the node; its own unless another is clearly better.
  std::int32_t best_part(Index node) {
    edges.collect(graph, parts, node);
    const double cost = cost_of_volume(node);
    const std::int32_t own = parts[node];
    std::int32_t best = own;
    double best_gain = edges.to(own) - cost * (volume[own] - graph.degree[node]) + least_gain;
    for (const std::int32_t part : edges.met())
      if (const double value = gain(part, cost); value > best_gain) {
        best = part;
        best_gain = value;
      }
    return best;
  }

  void move(Index node, std::int32_t part) {
    volume[parts[node]] -= graph.degree[node];
    volume[part] += graph.degree[node];
    parts[node] = part;
  }

  void wake_neighbours(Index node, Waiting& waiting) const {
    for (Index at = graph.begin[node]; at < graph.begin[node + 1]; ++at)
      if (parts[graph.to[at]] != parts[node]) waiting.add(graph.to[at]);
  }
};

/// Leiden's fast local moving: a node is looked at again only when a neighbour has left.
void move_nodes(const Graph& graph, double resolution, const Order& order, Parts& parts) {
  Mover mover(graph, resolution, parts, graph.nodes());
  for (Waiting waiting(order); !waiting.empty();) {
    const std::int32_t node = waiting.take();
    const std::int32_t best = mover.best_part(node);
    if (best == parts[node]) continue;
    mover.move(node, best);
    mover.wake_neighbours(node, waiting);
  }
}

/// Inside every community nodes that are still alone join the best subset that is well connected to the rest
/// of it, so that what becomes one node of the next level is connected.
Parts refined(const Graph& graph, double resolution, const Order& order, const Parts& community) {
  Parts parts(graph.nodes());
  std::iota(parts.begin(), parts.end(), 0);
  const Vector whole = volumes(graph, community, graph.nodes());
  Vector out = Vector::Zero(graph.nodes());  // of a subset: weight of its edges to the rest of its community
  for (Index i = 0; i < graph.nodes(); ++i)
    for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
      if (community[graph.to[at]] == community[i]) out[i] += graph.weight[at];
  const auto well_connected = [&](double outside, double volume, Index node) {
    return outside >= resolution * volume * (whole[community[node]] - volume) / graph.total;
  };
  Mover mover(graph, resolution, parts, graph.nodes());
  std::vector<char> alone(graph.nodes(), true);
  for (const std::int32_t node : order) {
    if (!alone[node] || !well_connected(out[node], graph.degree[node], node)) continue;
    mover.edges.collect(graph, parts, node);
    const double cost = mover.cost_of_volume(node);
    std::int32_t best = parts[node];
    double best_gain = least_gain;
    for (const std::int32_t part : mover.edges.met()) {
      if (part == parts[node] || community[part] != community[node])
        continue;  // a subset is named by its first node
      if (!well_connected(out[part], mover.volume[part], node)) continue;
      if (const double value = mover.gain(part, cost); value > best_gain) {
        best = part;
        best_gain = value;
      }
    }
    if (best == parts[node]) continue;
    out[best] += out[node] - 2 * mover.edges.to(best);
    mover.move(node, best);
    alone[node] = alone[best] = false;
  }
  return parts;
}

/// One node for each part.
Graph aggregated(const Graph& graph, const Parts& parts, Index count) {
  std::vector<Index> end(count + 1, 0);  // where the members of each part begin; end, once they are there
  for (const auto part : parts) ++end[part + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::int32_t> members(parts.size());
  for (Index i = 0; i < graph.nodes(); ++i) members[end[parts[i]]++] = static_cast<std::int32_t>(i);
  Graph result;
  result.loop.assign(count, 0.0);
  result.degree.assign(count, 0.0);
  result.total = graph.total;
  EdgesToParts edges(count);
  for (std::int32_t part = 0; part < count; ++part) {
    edges.begin(part);
    for (Index at = part > 0 ? end[part - 1] : 0; at < end[part]; ++at) {
      result.loop[part] += graph.loop[members[at]];
      result.degree[part] += graph.degree[members[at]];
      edges.add(graph, parts, members[at]);
    }
    for (const std::int32_t other : edges.met()) {
      if (other == part) continue;
      result.to.push_back(other);
      result.weight.push_back(edges.to(other));
    }
    result.loop[part] += edges.to(part);
    result.begin.push_back(std::ssize(result.to));
  }
  return result;
}

/// Moves, refines and aggregates until every community is one node.
void improve(const Graph& graph, double resolution, Order order, Parts& parts) {
  Graph coarse;
  const Graph* level = &graph;
  Parts community = parts, node_of(graph.nodes());
  std::iota(node_of.begin(), node_of.end(), 0);
  while (true) {
    move_nodes(*level, resolution, order, community);
    const Index found = number_parts(community);
    for (Index i = 0; i < graph.nodes(); ++i) parts[i] = community[node_of[i]];
    if (found == level->nodes()) return;
    Parts subset = refined(*level, resolution, order, community);
    Index count = number_parts(subset);
    if (count == level->nodes()) {  // nothing to aggregate by subsets: aggregate the communities themselves
      subset = community;
      count = found;
    }
    Parts next(count);
    for (Index i = 0; i < level->nodes(); ++i) next[subset[i]] = community[i];
    coarse = aggregated(*level, subset, count);
    level = &coarse;
    order = in_their_order(count);
    for (auto& node : node_of) node = subset[node];
    community = std::move(next);
  }
}

/// Joins the two parts that lose least, until `count` are left.
void merge_to(const Graph& graph, double resolution, Parts& parts, Index found, Index count) {
  const Graph level = aggregated(graph, parts, found);
  RowMatrix between = RowMatrix::Zero(found, found);
  for (Index a = 0; a < found; ++a)
    for (Index at = level.begin[a]; at < level.begin[a + 1]; ++at)
      between(a, level.to[at]) = level.weight[at];
  Vector volume = Eigen::Map<const Vector>(level.degree.data(), found);
  std::vector<std::int32_t> into(found);
  std::iota(into.begin(), into.end(), 0);
  std::vector<std::int32_t> left = into;
  for (; std::ssize(left) > count;) {
    std::pair<std::int32_t, std::int32_t> best{left[0], left[1]};
    double best_gain = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        const std::int32_t a = left[i], b = left[j];
        const double value = between(a, b) - resolution * volume[a] * volume[b] / level.total;
        if (value > best_gain) {
          best_gain = value;
          best = {a, b};
        }
      }
    const auto [a, b] = best;
    between.row(a) += between.row(b);
    between.col(a) += between.col(b);
    volume[a] += volume[b];
    std::ranges::replace(into, b, a);
    std::erase(left, b);
  }
  for (auto& part : parts) part = into[part];
  number_parts(parts);
}

}  // namespace

Parts communities(const Graph& graph, double resolution, int shuffle) {
  Parts parts(graph.nodes());
  std::iota(parts.begin(), parts.end(), 0);
  const Order order = shuffle ? shuffled(graph.nodes(), shuffle) : in_their_order(graph.nodes());
  improve(graph, resolution, order, parts);
  number_parts(parts);
  return parts;
}

Parts communities_of_number(const Graph& graph, Index count, double& resolution, int shuffle) {
  constexpr int most_tries = 14;
  constexpr double wider = 2;  // while one end is unknown
  std::optional<double> low, high;
  std::optional<Parts> above;
  Index above_count = 0;
  double above_resolution = resolution;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    Parts found = communities(graph, resolution, shuffle);
    const Index parts = std::ranges::max(found) + 1;
    if (parts >= count && (!above || parts < above_count)) {
      above_count = parts;
      above_resolution = resolution;
      above = std::move(found);
    }
    if (parts == count) break;
    (parts > count ? high : low) = resolution;
    resolution = !low ? *high / wider : !high ? *low * wider : std::sqrt(*low * *high);
  }
  if (!above) {  // every node alone is the finest there is
    above.emplace(graph.nodes());
    std::iota(above->begin(), above->end(), 0);
    above_count = graph.nodes();
  }
  resolution = above_resolution;
  if (above_count > count) merge_to(graph, resolution, *above, above_count, count);
  return *std::move(above);
}

CommunitySearch::CommunitySearch(const Graph& graph) : graph_(graph), grain_of_(graph.nodes()) {
  // A part of s nodes grows while more of a node's edges than resolution * s / nodes lead to it.
  constexpr double resolution_of_grains = 0.02;
  std::iota(grain_of_.begin(), grain_of_.end(), 0);
  move_nodes(graph, resolution_of_grains * static_cast<double>(graph.nodes()), in_their_order(graph.nodes()),
             grain_of_);
  grains_ = aggregated(graph, grain_of_, number_parts(grain_of_));
}

Parts CommunitySearch::find(Index count, double& resolution, int shuffle) const {
  constexpr Index least_grains_each = 4;  // of a community, on the mean
  const bool coarse = grains_.nodes() >= least_grains_each * count;
  Parts parts = communities_of_number(coarse ? grains_ : graph_, count, resolution, shuffle);
  if (!coarse) return parts;
  Parts of_node(grain_of_.size());
  for (std::size_t node = 0; node < of_node.size(); ++node) of_node[node] = parts[grain_of_[node]];
  return of_node;
}

Parts moved(const Graph& graph, Parts parts, Index count, double resolution) {
  Mover mover(graph, resolution, parts, count);
  std::vector<Index> size(count, 0);
  for (const auto part : parts) ++size[part];
  for (Waiting waiting(in_their_order(graph.nodes())); !waiting.empty();) {
    const std::int32_t node = waiting.take();
    if (size[parts[node]] == 1) continue;
    const std::int32_t before = parts[node], best = mover.best_part(node);
    if (best == before) continue;
    mover.move(node, best);
    --size[before];
    ++size[best];
    mover.wake_neighbours(node, waiting);
  }
  return parts;
}

}  // namespace scpp
