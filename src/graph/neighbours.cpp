#include "graph/neighbours.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "micro/float_groups.hpp"
#include "micro/near_kernels.hpp"
#include "micro/nearest_so_far.hpp"

namespace scpp {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();  // single precision cannot tell

constexpr double most =
    std::numeric_limits<float>::max() / 4;  // smaller squares and their products cannot overflow

float rounded_up(double value) {
  if (!(std::abs(value) < most)) return unknown;
  return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

/// The rows in single precision, and what is needed to be sure of what it says. Row y can be nearer to x than
/// D only if
///   offset(y) + x.y > limit(x, D),   offset = -|y|^2 / 2,   limit = |x|^2 / 2 - D^2 / 2.
/// x.y and the offset have d + 1 terms of numbers rounded once, so their sum is right to (d + 5) units of
/// |x| |y| + |y|^2 / 2 <= |x|^2 / 2 + |y|^2 (or of 2^-149, where numbers become subnormal); each side pays
/// its share. Double's own errors are 2^-29 of that and lost in the last factor.
class Screen {
 public:
  explicit Screen(const RowMatrix& rows)
      : groups(rows),
        squares_(rows.rowwise().squaredNorm()),
        error_(1.01 * (static_cast<double>(rows.cols()) + 5) * 0x1p-24) {
    const Index padded = (rows.rows() + points_at_once - 1) / points_at_once * points_at_once;
    points.setZero(padded, rows.cols());
    points.topRows(rows.rows()) = rows.cast<float>();
    offsets.assign(padded, -std::numeric_limits<float>::infinity());
    for (Index row = 0; row < rows.rows(); ++row)
      offsets[row] = rounded_up(squares_[row] * (error_ - 0.5) + least_);
  }

  float limit(Index row, double squared) const {
    if (squared == 0) return std::numeric_limits<float>::infinity();  // nobody can be nearer
    if (!(squares_[row] < most)) return unknown;
    return -rounded_up(squared / 2 - squares_[row] * (1 - error_) / 2 + least_);
  }

  FloatGroups groups;
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> points;  // padded to points_at_once
  AlignedVector<float> offsets;

 private:
  Vector squares_;
  double error_;
  static constexpr double least_ = std::numeric_limits<float>::min();  // more than all that is lost below it
};

/// The neighbours of 64 rows: every row of the table comes by, and single precision says for whom it may be
/// one.
class GroupSearch {
 public:
  GroupSearch(const RowMatrix& rows, const Screen& screen, Index begin, Index end, Index count)
      : rows_(rows),
        screen_(screen),
        begin_(begin),
        limits_(rows_of_a_group, std::numeric_limits<float>::infinity()),
        nearest_(end - begin, NearestSoFar(count)) {
    std::fill_n(limits_.begin(), end - begin, unknown);
  }

  void meet_all(const NearKernels& kernels) {
    const float* group = screen_.groups.group(begin_ / rows_of_a_group);
    for (Index row = 0; row < rows_.rows(); row += points_at_once) {
      std::uint64_t maybe[points_at_once];
      kernels.above_limits(group, rows_.cols(), screen_.points.row(row).data(), screen_.offsets.data() + row,
                           limits_.data(), maybe);
      for (Index next = 0; next < std::min<Index>(points_at_once, rows_.rows() - row); ++next)
        meet(row + next, maybe[next]);
    }
  }

  void write(std::int32_t* to, Index count) {
    for (Index i = 0; i < std::ssize(nearest_); ++i)
      nearest_[i].write(to + (begin_ + i) * count);
  }

 private:
  void meet(Index row, std::uint64_t maybe) {
    for (; maybe; maybe &= maybe - 1) {
      const auto at = std::countr_zero(maybe);
      if (at >= std::ssize(nearest_)) return;  // what fills up the last group
      const Index asking = begin_ + at;
      if (asking == row) continue;
      const double squared = squared_distance(rows_.row(asking).data(), rows_.row(row).data(), rows_.cols());
      if (!(squared < nearest_[at].farthest())) continue;
      nearest_[at].offer(squared, static_cast<std::int32_t>(row));
      if (nearest_[at].full()) limits_[at] = screen_.limit(asking, nearest_[at].farthest());
    }
  }

  const RowMatrix& rows_;
  const Screen& screen_;
  Index begin_;
  AlignedVector<float> limits_;
  std::vector<NearestSoFar> nearest_;
};

}  // namespace

NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count) {
  NeighbourGraph graph;
  graph.count = std::min(count, rows.rows() - 1);
  if (graph.count < 1) return graph;
  graph.to.resize(rows.rows() * graph.count);
  const Screen screen(rows);
  const NearKernels& kernels = SCPP_PICK_KERNELS(near_kernels);
  parallel_blocks(rows.rows(), rows_of_a_group, [&](Index begin, Index end) {
    GroupSearch search(rows, screen, begin, end, graph.count);
    search.meet_all(kernels);
    search.write(graph.to.data(), graph.count);
  });
  return graph;
}

}  // namespace scpp
