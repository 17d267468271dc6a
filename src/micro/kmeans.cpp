#include "micro/kmeans.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "base/types.hpp"
#include "micro/distances.hpp"
#include "micro/kernels.hpp"

namespace scpp {

// ---- farthest first

namespace {

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
        limits_(groups_.count() * rows_of_a_group, -std::numeric_limits<float>::infinity()) {
    const double radius = std::sqrt(rows.rowwise().squaredNorm().maxCoeff());
    relative_ = 1 + (static_cast<double>(rows.cols()) + 8) * unit;
    absolute_ =
        12 * unit * radius * radius + static_cast<double>(rows.cols()) * std::numeric_limits<float>::min();
    std::fill_n(limits_.begin(), rows.rows(), no_limit);
  }

  void take_in(const double* point, std::int32_t number) {
    const Index columns = rows_.cols();
    const Eigen::VectorXf point_in_float = Eigen::Map<const Vector>(point, columns).cast<float>();
    const FloatKernels& kernels = SCPP_PICK_KERNELS(float_kernels);
    parallel_blocks(groups_.count(), rows_of_a_block(columns) / rows_of_a_group,
                    [&](Index first, Index last) {
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
    return std::min<Index>(rows_of_a_group, rows_.rows() - group * rows_of_a_group);
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
  assert(rows.rows() >= 1 && count >= 1 && mean.size() == rows.cols());
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

// ---- Lloyd's method

namespace {

/// Row numbers sorted by cluster, and where each cluster begins.
struct Members {
  std::vector<Index> rows, begin;
};

Members sort_by_cluster(const std::vector<std::int32_t>& membership, Index clusters) {
  Members members{std::vector<Index>(membership.size()), std::vector<Index>(clusters + 1, 0)};
  for (const auto cluster : membership) ++members.begin[cluster + 1];
  for (Index c = 1; c < std::ssize(members.begin); ++c) members.begin[c] += members.begin[c - 1];
  std::vector<Index> next(members.begin.begin(), members.begin.end() - 1);
  for (Index row = 0; row < std::ssize(membership); ++row) members.rows[next[membership[row]]++] = row;
  return members;
}

/// Weighted mean of each cluster's rows, added up in row order; a cluster without rows keeps its old centre.
void move_to_means(const RowMatrix& rows, const Vector& weights, const Members& members, RowMatrix& centres,
                   Vector& totals) {
  totals.setZero(centres.rows());
  parallel_blocks(centres.rows(), 8, [&](Index first, Index last) {
    for (Index cluster = first; cluster < last; ++cluster) {
      const Index begin = members.begin[cluster];
      const Index end = members.begin[cluster + 1];
      if (begin == end) continue;
      Vector sum = Vector::Zero(rows.cols());
      for (Index at = begin; at < end; ++at) {
        const Index row = members.rows[at];
        sum += weights[row] * rows.row(row).transpose();
        totals[cluster] += weights[row];
      }
      centres.row(cluster) = sum.transpose() / totals[cluster];
    }
  });
}

Vector total_weights(const std::vector<std::int32_t>& membership, const Vector& weights, Index clusters) {
  Vector totals = Vector::Zero(clusters);
  for (Index row = 0; row < std::ssize(membership); ++row) totals[membership[row]] += weights[row];
  return totals;
}

}  // namespace

Vector mean_of(const RowMatrix& rows, const Vector& weights) {
  return (weights.transpose() * rows).transpose() / weights.sum();
}

std::vector<Index> drop_empty(std::vector<std::int32_t>& membership, Index clusters) {
  std::vector<std::int32_t> number(clusters, -1);
  for (const auto cluster : membership) number[cluster] = 0;
  std::vector<Index> kept;
  for (Index cluster = 0; cluster < clusters; ++cluster) {
    if (number[cluster] < 0) continue;
    number[cluster] = static_cast<std::int32_t>(kept.size());
    kept.push_back(cluster);
  }
  for (auto& cluster : membership) cluster = number[cluster];
  return kept;
}

RowMatrix means_of(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& membership,
                   Index clusters) {
  RowMatrix means = RowMatrix::Zero(clusters, rows.cols());
  Vector totals;
  move_to_means(rows, weights, sort_by_cluster(membership, clusters), means, totals);
  return means;
}

KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres, int max_iterations) {
  std::vector<std::int32_t> nearest = NearestCentre(centres).find_all(rows);
  return kmeans(rows, weights, std::move(centres), std::move(nearest), max_iterations);
}

KMeans kmeans(const RowMatrix& rows, const Vector& weights, RowMatrix centres,
              std::vector<std::int32_t> nearest, int max_iterations) {
  assert(std::ssize(nearest) == rows.rows() && centres.cols() == rows.cols());
  assert(weights.size() == rows.rows() && (weights.array() > 0).all());
  KMeans result;
  result.centres = std::move(centres);
  result.membership = std::move(nearest);
  for (; result.iterations < max_iterations; ++result.iterations) {
    move_to_means(rows, weights, sort_by_cluster(result.membership, result.centres.rows()), result.centres,
                  result.weights);
    auto membership = NearestCentre(result.centres).find_all(rows);
    if (membership == result.membership) break;
    result.membership = std::move(membership);
  }
  result.weights = total_weights(result.membership, weights, result.centres.rows());
  const std::vector<Index> kept = drop_empty(result.membership, result.centres.rows());
  result.centres = result.centres(kept, Eigen::all).eval();
  result.weights = result.weights(kept).eval();
  return result;
}

}  // namespace scpp
