#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "base/types.hpp"
#include "graph/neighbours.hpp"
#include "micro/distances.hpp"
#include "micro/kernels.hpp"

namespace scpp {
namespace {

// ---- near rows side by side

constexpr Index rows_of_a_place = 4 * points_at_once;
constexpr Index rows_of_whole_groups = std::lcm(rows_of_a_place, Index{rows_of_a_group});

/// About the direction in which these rows vary most, from a few of them.
Vector longest_direction(const RowMatrix& rows, std::span<const std::int32_t> among) {
  constexpr Index asked = 24;
  constexpr int steps = 2;  // of the power method
  const Index step = std::max<Index>(std::ssize(among) / asked, 1);
  RowMatrix some((std::ssize(among) + step - 1) / step, rows.cols());
  for (Index i = 0; i < some.rows(); ++i) some.row(i) = rows.row(among[i * step]);
  some.rowwise() -= some.colwise().mean().eval();
  Index farthest;
  some.rowwise().squaredNorm().maxCoeff(&farthest);
  Vector direction = some.row(farthest);
  for (int i = 0; i < steps; ++i) direction = (some.transpose() * (some * direction)).normalized();
  return direction;
}

/// Puts rows into an order in which those that follow each other are near each other: they are halved across
/// the direction in which they vary most, and so are the halves.
void put_near_side_by_side(const RowMatrix& rows, std::span<std::int32_t> order) {
  const Index count = std::ssize(order);
  if (count <= rows_of_a_place) return;
  const Index unit = count > rows_of_whole_groups ? rows_of_whole_groups : rows_of_a_place;
  const Index half = (count / unit + 1) / 2 * unit;
  const Vector direction = longest_direction(rows, order);
  std::vector<std::pair<double, std::int32_t>> along(count);
  parallel_blocks(count, rows_of_a_block(rows.cols()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double place = dot(rows.row(order[i]).data(), direction.data(), rows.cols());
      along[i] = {std::isfinite(place) ? place : 0, order[i]};
    }
  });
  std::nth_element(along.begin(), along.begin() + half, along.end());
  for (Index i = 0; i < count; ++i) order[i] = along[i].second;
  const std::span<std::int32_t> halves[] = {order.first(half), order.subspan(half)};
  constexpr Index worth_sharing = 1000;
  if (count >= worth_sharing)
    parallel_each(2, [&](Index which) { put_near_side_by_side(rows, halves[which]); });
  else
    for (const auto each : halves) put_near_side_by_side(rows, each);
}

/// The rows of a table in such an order, and which row each of them is. What is found does not depend on the
/// order, how fast it is found does.
struct SideBySide {
  explicit SideBySide(const RowMatrix& table) : row(table.rows()) {
    std::iota(row.begin(), row.end(), 0);
    put_near_side_by_side(table, row);
    values = table(row, Eigen::all);
  }

  std::vector<std::int32_t> row;
  RowMatrix values;
};

// ---- what single precision can say

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
  explicit ScreenedPoints(const RowMatrix& rows) : squares(rows.rowwise().squaredNorm()) {
    const Index padded = (rows.rows() + points_at_once - 1) / points_at_once * points_at_once;
    values.setZero(padded, rows.cols());
    values.topRows(rows.rows()) = rows.cast<float>();
    offsets.assign(padded, -std::numeric_limits<float>::infinity());
    for (Index row = 0; row < rows.rows(); ++row) offsets[row] = offset(row);
  }

  /// Where D^2 is larger by `more`.
  float offset(Index row, double more = 0) const {
    return rounded_up(squares[row] * (screen_error(values.cols()) - 0.5) + more / 2 + least_screened);
  }

  Vector squares;
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

  /// At most so far is a point with this sum, by D^2 = |x|^2 - 2 (x.y - |y|^2 / 2): the sum, with what its
  /// offset pays for errors, is too large by at most the shares of both sides and that of the point again.
  double squared_at(Index row, double sum, double largest_square) const {
    return squares[row] - 2 * sum + error * (squares[row] + 4 * largest_square) + 4 * least_screened;
  }

  FloatGroups groups;
  Vector squares;
  double error;
};

/// Points that lie around a centre, of which none is farther from it than the radius.
struct Place {
  Index begin, end;
  double radius;
};

class Places {
 public:
  explicit Places(const RowMatrix& table)
      : points(table),
        screened(points.values),
        centres(centres_of(points.values)),
        screened_centres(centres) {
    constexpr double rounding = 1 + 1e-9;
    for (Index begin = 0; begin < table.rows(); begin += rows_of_a_place) {
      const Index end = std::min(begin + rows_of_a_place, table.rows());
      const auto here = points.values.middleRows(begin, end - begin).rowwise() - centres.row(std::ssize(all));
      all.push_back({begin, end, rounding * std::sqrt(here.rowwise().squaredNorm().maxCoeff())});
    }
  }

  /// All of them, the `number` whose centres are nearest to this row first.
  std::vector<Index> nearest_first(const Eigen::RowVectorXd& row, Index number) const {
    const Vector far = (centres.rowwise() - row).rowwise().squaredNorm();
    std::vector<Index> order(all.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto key = [&](Index place) { return std::isfinite(far[place]) ? far[place] : 0; };
    if (number < std::ssize(order))
      std::nth_element(order.begin(), order.begin() + number, order.end(),
                       [&](Index a, Index b) { return key(a) < key(b); });
    return order;
  }

  SideBySide points;
  ScreenedPoints screened;
  RowMatrix centres;
  ScreenedPoints screened_centres;
  std::vector<Place> all;

 private:
  /// Numbers that single precision has.
  static RowMatrix centres_of(const RowMatrix& points) {
    RowMatrix centres((points.rows() + rows_of_a_place - 1) / rows_of_a_place, points.cols());
    for (Index place = 0; place < centres.rows(); ++place) {
      const Index begin = place * rows_of_a_place;
      const auto here = points.middleRows(begin, std::min(rows_of_a_place, points.rows() - begin));
      centres.row(place) = here.colwise().mean().cast<float>().cast<double>();
    }
    return centres;
  }
};

// ---- the search

/// The nearest rows found so far, the nearest first; of equal distances the earlier row is the nearer one.
class NearestSoFar {
 public:
  using Entry = std::pair<double, std::int32_t>;  // distance in any increasing measure, row

  /// With room for `count` of them.
  NearestSoFar(Entry* room, Index count) : found_(room), count_(count) {}

  /// Whether it is among them.
  bool offer(double distance, std::int32_t row) {
    const Entry entry(distance, row);
    if (full() && !(entry < found_[size_ - 1])) return false;
    if (!full()) ++size_;
    Entry* place = found_ + size_ - 1;
    for (; place != found_ && entry < place[-1]; --place) *place = place[-1];  // few: no heap
    *place = entry;
    return true;
  }
  bool full() const { return size_ == count_; }
  double farthest() const {
    return full() ? found_[size_ - 1].first : std::numeric_limits<double>::infinity();
  }
  void write(std::int32_t* to) const {
    for (Index i = 0; i < size_; ++i) to[i] = found_[i].second;
  }

 private:
  Entry* found_;
  Index count_, size_ = 0;
};

/// The nearest points of 64 queries: of the places around them first, then of every other that may hold
/// nearer ones.
class GroupSearch {
 public:
  struct Side {
    const Places& places;
    const SideBySide& queries;
    const ScreenedQueries& screened_queries;
    bool same;  ///< the queries are the points, and nobody is near itself
  };

  GroupSearch(const Side& side, Index begin, Index end, Index count)
      : side_(side),
        begin_(begin),
        count_(count),
        limits_(rows_of_a_group, std::numeric_limits<float>::infinity()),
        room_((end - begin) * count) {
    for (Index i = 0; i < end - begin; ++i) nearest_.emplace_back(room_.data() + i * count, count);
    std::fill_n(limits_.begin(), end - begin, unknown);
  }

  void run() {
    constexpr Index first_places = 12;
    const auto rows = side_.queries.values.middleRows(begin_, std::ssize(nearest_));
    std::vector<Index> order = side_.places.nearest_first(rows.colwise().mean(), first_places);
    const std::span<Index> places(order);
    const auto first = places.first(std::min(first_places, std::ssize(order)));
    meet_first(first);
    std::vector<char> met(order.size(), false);
    for (const Index place : first) met[place] = true;
    if (first.size() < places.size()) meet_others(met);
  }

  void write(std::int32_t* to) {
    for (Index i = 0; i < std::ssize(nearest_); ++i)
      nearest_[i].write(to + side_.queries.row[begin_ + i] * count_);
  }

 private:
  const float* group() const { return side_.screened_queries.groups.group(begin_ / rows_of_a_group); }
  Index columns() const { return side_.queries.values.cols(); }

  /// Single precision says which of the first points are the nearest; how far at most they are is how far
  /// nobody needs to look.
  void meet_first(std::span<const Index> places) {
    const ScreenedPoints& screened = side_.places.screened;
    AlignedVector<float> sums(places.size() * rows_of_a_place * rows_of_a_group);
    Index points = 0;
    double largest_square = 0;
    for (const Index place : places) {
      const auto [begin, end, radius] = side_.places.all[place];
      for (Index point = begin; point < end; point += points_at_once)
        kernels_.sums(group(), columns(), screened.values.row(point).data(), screened.offsets.data() + point,
                      sums.data() + (points + point - begin) * rows_of_a_group);
      points += end - begin;
      largest_square = std::max(largest_square, screened.squares.segment(begin, end - begin).maxCoeff());
    }
    const Index kept = count_ + (side_.same ? 1 : 0);
    AlignedVector<float> largest(kept * rows_of_a_group);
    kernels_.keep_largest(sums.data(), points, kept, largest.data());
    for (Index at = 0; at < std::ssize(nearest_); ++at)
      limits_[at] = side_.screened_queries.limit(
          begin_ + at, side_.screened_queries.squared_at(
                           begin_ + at, largest[(kept - 1) * rows_of_a_group + at], largest_square));
    const float* sums_of_point = sums.data();
    for (const Index place : places)
      for (Index point = side_.places.all[place].begin; point < side_.places.all[place].end;
           ++point, sums_of_point += rows_of_a_group)
        meet(point, kernels_.above(sums_of_point, limits_.data()));
  }

  /// A place may hold a point nearer than D where (D + radius)^2 exceeds the squared distance of its centre.
  /// That is at most (1 + a) D^2 + (1 + 1 / a) radius^2, a sum of which the row knows one term and the place
  /// the other; it is exact where a = radius / D.
  void meet_others(const std::vector<char>& met) {
    const std::vector<Place>& all = side_.places.all;
    const ScreenedPoints& centres = side_.places.screened_centres;
    Vector reach(std::ssize(nearest_)), radius(std::ssize(all));
    for (Index at = 0; at < reach.size(); ++at) reach[at] = std::sqrt(nearest_[at].farthest());
    for (Index place = 0; place < radius.size(); ++place) radius[place] = all[place].radius;
    const double a = radius.mean() / reach.mean();
    AlignedVector<float> limits(limits_), offsets(centres.offsets);
    for (Index at = 0; at < std::ssize(nearest_); ++at)
      limits[at] = side_.screened_queries.limit(begin_ + at, (1 + a) * nearest_[at].farthest());
    for (Index place = 0; place < std::ssize(all); ++place)
      offsets[place] = centres.offset(place, (1 + 1 / a) * all[place].radius * all[place].radius);
    for (Index first = 0; first < std::ssize(all); first += points_at_once) {
      std::uint64_t maybe[points_at_once];
      kernels_.above_limits(group(), columns(), centres.values.row(first).data(), offsets.data() + first,
                            limits.data(), maybe);
      for (Index place = first; place < std::min<Index>(first + points_at_once, std::ssize(all)); ++place)
        if (maybe[place - first] && !met[place]) meet_place(all[place]);
    }
  }

  void meet_place(const Place& place) {
    const ScreenedPoints& screened = side_.places.screened;
    for (Index first = place.begin; first < place.end; first += points_at_once) {
      std::uint64_t maybe[points_at_once];
      kernels_.above_limits(group(), columns(), screened.values.row(first).data(),
                            screened.offsets.data() + first, limits_.data(), maybe);
      for (Index point = first; point < std::min<Index>(first + points_at_once, place.end); ++point)
        meet(point, maybe[point - first]);
    }
  }

  void meet(Index point, std::uint64_t maybe) {
    for (; maybe; maybe &= maybe - 1) {
      const auto at = std::countr_zero(maybe);
      if (at >= std::ssize(nearest_)) return;  // what fills up the last group
      if (side_.same && begin_ + at == point) continue;
      offer(at, point);
    }
  }

  void offer(Index at, Index point) {
    const SideBySide& points = side_.places.points;
    const double squared = distances_.squared_distance(side_.queries.values.row(begin_ + at).data(),
                                                       points.values.row(point).data(), columns());
    if (nearest_[at].offer(squared, points.row[point]) && nearest_[at].full())
      limits_[at] = side_.screened_queries.limit(begin_ + at, nearest_[at].farthest());
  }

  Side side_;
  const DistanceKernels& distances_ = SCPP_PICK_KERNELS(distance_kernels);
  const FloatKernels& kernels_ = SCPP_PICK_KERNELS(float_kernels);
  Index begin_, count_;
  AlignedVector<float> limits_;
  std::vector<NearestSoFar::Entry> room_;
  std::vector<NearestSoFar> nearest_;
};

NeighbourGraph search_all(const GroupSearch::Side& side, Index count) {
  const Index queries = std::ssize(side.queries.row);
  NeighbourGraph graph{count, std::vector<std::int32_t>(queries * count)};
  parallel_blocks(queries, rows_of_a_group, [&](Index begin, Index end) {
    GroupSearch search(side, begin, end, count);
    search.run();
    search.write(graph.to.data());
  });
  return graph;
}

}  // namespace

NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count) {
  count = std::min(count, rows.rows() - 1);
  if (count < 1) return {};
  const Places places(rows);
  return search_all({places, places.points, ScreenedQueries(places.points.values), true}, count);
}

struct NearestPoints::Screened : Places {
  using Places::Places;
};

NearestPoints::NearestPoints(RowMatrix points)
    : points_(std::move(points)), screened_(std::make_shared<const Screened>(points_)) {}

NeighbourGraph NearestPoints::find(const RowMatrix& queries, Index count) const {
  const SideBySide near(queries);
  return search_all({*screened_, near, ScreenedQueries(near.values), false}, std::min(count, points_.rows()));
}

}  // namespace scpp
