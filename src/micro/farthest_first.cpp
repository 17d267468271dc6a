#include "micro/farthest_first.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/aligned.hpp"
#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "micro/farthest_kernels.hpp"
#include "micro/float_groups.hpp"

namespace scpp {
namespace {

constexpr Index groups_of_a_block =
    128;  // 8192 rows: below this a pass is over before a second thread has woken up

/// Squared distance of every row to its nearest chosen row, and which one that is. Single precision, 64 rows
/// at a time, says which rows cannot change hands; distances that count are taken in double.
class Nearest {
 public:
  explicit Nearest(const RowMatrix& rows)
      : rows_(rows),
        groups_(rows),
        squared_(Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity())),
        owner_(rows.rows(), 0),
        farthest_(Vector::Constant(groups_.count(), std::numeric_limits<double>::infinity())),
        limits_(groups_.count() * rows_of_a_group,
                -std::numeric_limits<float>::infinity()) {
    const double radius = std::sqrt(rows.rowwise().squaredNorm().maxCoeff());
    relative_ = 1 + (static_cast<double>(rows.cols()) + 8) * unit;
    absolute_ =
        12 * unit * radius * radius + static_cast<double>(rows.cols()) * std::numeric_limits<float>::min();
    std::fill_n(limits_.begin(), rows.rows(), no_limit);
  }

  void take_in(const double* point, std::int32_t number) {
    const Index columns = rows_.cols();
    const Eigen::VectorXf point_in_float = Eigen::Map<const Vector>(point, columns).cast<float>();
    const FarthestKernels& kernels = SCPP_PICK_KERNELS(farthest_kernels);
    parallel_blocks(groups_.count(), groups_of_a_block, [&](Index first, Index last) {
      for (Index group = first; group < last; ++group) {
        const std::uint64_t maybe =
            kernels.maybe_nearer(groups_.group(group), columns, point_in_float.data(),
                                 limits_.data() + group * rows_of_a_group);
        if (maybe) update(group, maybe, point, number);
      }
    });
  }

  Index farthest() const {
    Index group = 0, row = 0;
    farthest_.maxCoeff(&group);
    squared_.segment(group * rows_of_a_group, rows_in(group)).maxCoeff(&row);
    return group * rows_of_a_group + row;
  }
  double squared(Index row) const { return squared_[row]; }
  std::vector<std::int32_t> owners() && { return std::move(owner_); }

 private:
  static constexpr double unit = 0x1p-24;
  static constexpr float no_limit =
      std::numeric_limits<float>::quiet_NaN();  // reached by nothing, infinity included

  Index rows_in(Index group) const {
    return std::min(rows_of_a_group, rows_.rows() - group * rows_of_a_group);
  }

  void update(Index group, std::uint64_t maybe, const double* point, std::int32_t number) {
    for (; maybe; maybe &= maybe - 1) {
      const Index row = group * rows_of_a_group + std::countr_zero(maybe);
      const double squared = squared_distance(rows_.row(row).data(), point, rows_.cols());
      if (!(squared < squared_[row])) continue;
      squared_[row] = squared;
      owner_[row] = number;
      limits_[row] = limit_for(squared);
    }
    farthest_[group] = squared_.segment(group * rows_of_a_group, rows_in(group)).maxCoeff();
  }

  /// A squared distance f found in single precision that reaches this is at least `squared` in double.
  /// Rounding the points, each within `radius` of the origin, moves a distance by at most 2 unit radius and
  /// its square, below (2 radius)^2, by 8 unit radius^2 and a little; the sum of squares is right to (columns
  /// + 2) unit, relatively.
  float limit_for(double squared) const {
    const double limit = (squared + absolute_) * relative_;
    return limit < std::numeric_limits<float>::max() ? static_cast<float>(limit) : no_limit;
  }

  const RowMatrix& rows_;
  FloatGroups groups_;
  Vector squared_;
  std::vector<std::int32_t> owner_;
  Vector farthest_;  // the largest of `squared_` in every group
  AlignedVector<float> limits_;
  double relative_, absolute_;
};

/// The distance of the mean counts once, so there is no use in single precision.
Index farthest_from(const RowMatrix& rows, const Vector& point) {
  Index row = 0;
  double largest = -1;
  for (Index i = 0; i < rows.rows(); ++i)
    if (const double squared = squared_distance(rows.row(i).data(), point.data(), rows.cols());
        squared > largest) {
      largest = squared;
      row = i;
    }
  return row;
}

}  // namespace

FarthestFirst farthest_first(const RowMatrix& rows, const Vector& mean, Index count) {
  std::vector<Index> chosen{farthest_from(rows, mean)};
  Nearest nearest(rows);
  while (true) {
    nearest.take_in(rows.row(chosen.back()).data(), static_cast<std::int32_t>(chosen.size()) - 1);
    if (std::ssize(chosen) == count) break;
    const Index next = nearest.farthest();
    if (nearest.squared(next) == 0) break;  // no distinct row is left
    chosen.push_back(next);
  }
  return {std::move(chosen), std::move(nearest).owners()};
}

}  // namespace scpp
