#include "micro/farthest_first.hpp"

#include <cmath>
#include <cstdint>

#include "base/parallel.hpp"
#include "micro/distances.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 8192;  // below this a pass is over before a second thread has woken up

/// Squared distance of every row to its nearest chosen row, and which one that is.
class Nearest {
 public:
  explicit Nearest(const RowMatrix& rows)
      : rows_(rows),
        squared_(Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity())),
        owner_(static_cast<std::size_t>(rows.rows()), 0) {}

  /// Takes the point `chosen` in; between[k] is its squared distance to the k-th point taken before.
  /// A row whose owner lies at least twice as far from `chosen` as the row from its owner cannot change hands
  /// (triangle inequality): most rows need no distance.
  void take_in(const double* chosen, std::int32_t number, const std::vector<double>& between) {
    parallel_blocks(rows_.rows(), row_block, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        auto& owner = owner_[static_cast<std::size_t>(i)];
        if (number > 0 && between[static_cast<std::size_t>(owner)] >= 4 * squared_[i]) continue;
        const double squared = squared_distance(rows_.row(i).data(), chosen, rows_.cols());
        if (squared < squared_[i]) {
          squared_[i] = squared;
          owner = number;
        }
      }
    });
  }

  Index farthest() const {
    Index row = 0;
    squared_.maxCoeff(&row);
    return row;
  }
  double squared(Index row) const { return squared_[row]; }

 private:
  const RowMatrix& rows_;
  Vector squared_;
  std::vector<std::int32_t> owner_;
};

Index farthest_from(const RowMatrix& rows, const Vector& point) {
  Nearest from_point(rows);
  from_point.take_in(point.data(), 0, {});
  return from_point.farthest();
}

}  // namespace

std::vector<Index> farthest_first(const RowMatrix& rows, const Vector& mean, Index count) {
  std::vector<Index> chosen{farthest_from(rows, mean)};
  Nearest nearest(rows);
  std::vector<double> between;
  while (true) {
    const double* latest = rows.row(chosen.back()).data();
    between.clear();
    for (const Index before : chosen) between.push_back(squared_distance(rows.row(before).data(), latest, rows.cols()));
    nearest.take_in(latest, static_cast<std::int32_t>(chosen.size()) - 1, between);
    if (static_cast<Index>(chosen.size()) == count) return chosen;
    const Index next = nearest.farthest();
    if (nearest.squared(next) == 0) return chosen;  // no distinct row is left
    chosen.push_back(next);
  }
}

}  // namespace scpp
