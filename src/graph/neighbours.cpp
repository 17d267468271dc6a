#include "graph/neighbours.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "base/types.hpp"
#include "micro/distances.hpp"
#include "micro/kernels.hpp"

namespace scpp {

// ---- the nearest rows of every row

namespace {

/// The nearest rows found so far, the nearest first; of equal distances the earlier row is the nearer one.
class NearestSoFar {
 public:
  using Entry = std::pair<double, std::int32_t>;  // distance in any increasing measure, row

  explicit NearestSoFar(Index count) : count_(count) {}

  /// Whether it is among them.
  bool offer(double distance, std::int32_t row) {
    const Entry entry(distance, row);
    if (!full()) {
      if (found_.empty()) found_.reserve(count_);
      found_.push_back(entry);
    } else if (!(entry < found_.back())) {
      return false;
    }
    auto place = found_.end() - 1;
    for (; place != found_.begin() && entry < place[-1]; --place) *place = place[-1];  // few: no heap
    *place = entry;
    return true;
  }
  bool full() const { return std::ssize(found_) == count_; }
  bool holds(std::int32_t row) const {
    return std::ranges::any_of(found_, [&](const Entry& entry) { return entry.second == row; });
  }
  double farthest() const { return full() ? found_.back().first : std::numeric_limits<double>::infinity(); }
  void write(std::int32_t* to) const {
    for (const auto& [distance, row] : found_) *to++ = row;
  }

 private:
  Index count_;
  std::vector<Entry> found_;
};

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();  // single precision cannot tell

constexpr double most =
    std::numeric_limits<float>::max() / 4;  // smaller squares and their products cannot overflow

/// The next float above the nearest one.
float rounded_up(double value) {
  if (!(std::abs(value) < most)) return unknown;
  const float nearest = static_cast<float>(value);
  if (nearest == 0) return std::numeric_limits<float>::denorm_min();
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(nearest) + (nearest > 0 ? 1 : -1));
}

/// Points in single precision, and what is needed to be sure of what it says. Point y can be nearer to the
/// query x than D only if
///   offset(y) + x.y > limit(x, D),   offset = -|y|^2 / 2,   limit = |x|^2 / 2 - D^2 / 2.
/// x.y and the offset have d + 1 terms of numbers rounded once, so their sum is right to (d + 5) units of
/// |x| |y| + |y|^2 / 2 <= |x|^2 / 2 + |y|^2 (or of 2^-149, where numbers become subnormal); each side pays
/// its share. Double's own errors are 2^-29 of that and lost in the last factor.
double screen_error(Index columns) { return 1.01 * (static_cast<double>(columns) + 5) * 0x1p-24; }
constexpr double least_screened = std::numeric_limits<float>::min();  // more than all that is lost below it

struct ScreenedPoints {
  explicit ScreenedPoints(const RowMatrix& rows) {
    const Index padded = (rows.rows() + points_at_once - 1) / points_at_once * points_at_once;
    values.setZero(padded, rows.cols());
    values.topRows(rows.rows()) = rows.cast<float>();
    offsets.assign(padded, -std::numeric_limits<float>::infinity());
    for (Index row = 0; row < rows.rows(); ++row)
      offsets[row] =
          rounded_up(rows.row(row).squaredNorm() * (screen_error(rows.cols()) - 0.5) + least_screened);
  }

  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values;  // padded to points_at_once
  AlignedVector<float> offsets;
};

struct ScreenedQueries {
  explicit ScreenedQueries(const RowMatrix& rows)
      : groups(rows), squares(rows.rowwise().squaredNorm()), error(screen_error(rows.cols())) {}

  float limit(Index row, double squared) const {
    if (!(squares[row] < most)) return unknown;
    return -rounded_up(squared / 2 - squares[row] * (1 - error) / 2 + least_screened);
  }

  FloatGroups groups;
  Vector squares;
  double error;
};

/// The nearest points of 64 queries: every point comes by, and single precision says for whom it may be near.
class GroupSearch {
 public:
  struct Side {
    const RowMatrix& points;
    const ScreenedPoints& screened_points;
    const RowMatrix& queries;
    const ScreenedQueries& screened_queries;
    bool same;  ///< the queries are the points, and nobody is near itself
  };

  GroupSearch(const Side& side, Index begin, Index end, Index count)
      : side_(side),
        begin_(begin),
        limits_(rows_of_a_group, std::numeric_limits<float>::infinity()),
        nearest_(end - begin, NearestSoFar(count)) {
    std::fill_n(limits_.begin(), end - begin, unknown);
  }

  /// The points that `guess` names come first, so that few others can be nearer.
  void meet_guess(const NeighbourGraph& guess) {
    in_order_ = guess.count == 0;
    for (Index at = 0; at < std::ssize(nearest_); ++at)
      for (Index k = 0; k < guess.count; ++k) offer(at, guess.to[(begin_ + at) * guess.count + k]);
  }

  void meet_all(const FloatKernels& kernels) {
    const float* group = side_.screened_queries.groups.group(begin_ / rows_of_a_group);
    const ScreenedPoints& screened = side_.screened_points;
    for (Index point = 0; point < side_.points.rows(); point += points_at_once) {
      std::uint64_t maybe[points_at_once];
      kernels.above_limits(group, side_.points.cols(), screened.values.row(point).data(),
                           screened.offsets.data() + point, limits_.data(), maybe);
      for (Index next = 0; next < std::min<Index>(points_at_once, side_.points.rows() - point); ++next)
        meet(point + next, maybe[next]);
    }
  }

  void write(std::int32_t* to, Index count) {
    for (Index i = 0; i < std::ssize(nearest_); ++i) nearest_[i].write(to + (begin_ + i) * count);
  }

 private:
  void meet(Index point, std::uint64_t maybe) {
    for (; maybe; maybe &= maybe - 1) {
      const auto at = std::countr_zero(maybe);
      if (at >= std::ssize(nearest_)) return;  // what fills up the last group
      const auto met = static_cast<std::int32_t>(point);
      if (side_.same && begin_ + at == point) continue;
      if (in_order_ || !nearest_[at].holds(met)) offer(at, met);
    }
  }

  void offer(Index at, std::int32_t point) {
    const double squared = distances_.squared_distance(side_.queries.row(begin_ + at).data(),
                                                       side_.points.row(point).data(), side_.points.cols());
    if (nearest_[at].offer(squared, point) && nearest_[at].full()) limits_[at] = limit_of(at);
  }

  /// Nobody is nearer than a point at distance 0; an earlier one may have its place, if points did not come
  /// in order.
  float limit_of(Index at) const {
    const double farthest = nearest_[at].farthest();
    if (farthest == 0 && in_order_) return std::numeric_limits<float>::infinity();
    return side_.screened_queries.limit(begin_ + at, farthest);
  }

  Side side_;
  const DistanceKernels& distances_ = SCPP_PICK_KERNELS(distance_kernels);
  Index begin_;
  bool in_order_ = true;
  AlignedVector<float> limits_;
  std::vector<NearestSoFar> nearest_;
};

NeighbourGraph search_all(const GroupSearch::Side& side, Index count, const NeighbourGraph& guess) {
  NeighbourGraph graph{count, std::vector<std::int32_t>(side.queries.rows() * count)};
  const FloatKernels& kernels = SCPP_PICK_KERNELS(float_kernels);
  parallel_blocks(side.queries.rows(), rows_of_a_group, [&](Index begin, Index end) {
    GroupSearch search(side, begin, end, count);
    search.meet_guess(guess);
    search.meet_all(kernels);
    search.write(graph.to.data(), count);
  });
  return graph;
}

}  // namespace

NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count, const NeighbourGraph& guess) {
  assert(guess.count == 0 || guess.rows() == rows.rows());
  count = std::min(count, rows.rows() - 1);
  if (count < 1) return {};
  return search_all({rows, ScreenedPoints(rows), rows, ScreenedQueries(rows), true}, count, guess);
}

struct NearestPoints::Screened : ScreenedPoints {
  using ScreenedPoints::ScreenedPoints;
};

NearestPoints::NearestPoints(RowMatrix points)
    : points_(std::move(points)), screened_(std::make_shared<const Screened>(points_)) {}

NeighbourGraph NearestPoints::find(const RowMatrix& queries, Index count) const {
  return search_all({points_, *screened_, queries, ScreenedQueries(queries), false},
                    std::min(count, points_.rows()), {});
}

// ---- the graph of one node

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
