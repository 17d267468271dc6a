#include "micro/microclusters.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

Vector radii_of(const RowMatrix& rows, const RowMatrix& centres,
                const std::vector<std::int32_t>& membership) {
  const auto centre_of = [&](Index row) { return membership[row]; };
  Vector of_row(rows.rows()), largest = Vector::Zero(centres.rows());
  parallel_blocks(rows.rows(), rows_of_a_block(rows.cols()), [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      of_row[row] = squared_distance(rows.row(row).data(), centres.row(centre_of(row)).data(), rows.cols());
  });
  for (Index row = 0; row < rows.rows(); ++row)
    largest[centre_of(row)] = std::max(largest[centre_of(row)], of_row[row]);
  return largest.cwiseSqrt();
}

/// One row number for each distinct row, in row order.
std::vector<Index> distinct_rows(const RowMatrix& rows) {
  std::vector<Index> order(rows.rows());
  std::iota(order.begin(), order.end(), Index{0});
  const auto compare = [&](Index a, Index b) {
    const auto x = rows.row(a), y = rows.row(b);
    return std::lexicographical_compare_three_way(x.data(), x.data() + x.size(), y.data(),
                                                  y.data() + y.size());
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto before = compare(a, b);
    return before == std::partial_ordering::less || (before == std::partial_ordering::equivalent && a < b);
  });
  order.erase(
      std::unique(order.begin(), order.end(),
                  [&](Index a, Index b) { return compare(a, b) == std::partial_ordering::equivalent; }),
      order.end());
  std::sort(order.begin(), order.end());
  return order;
}

/// Every row for itself, equal rows together.
KMeans one_for_each_row(const RowMatrix& rows, const Vector& weights) {
  return kmeans(rows, weights, rows(distinct_rows(rows), Eigen::all), 0);
}

constexpr int lloyd_steps = 6;

std::vector<Index> every_so_many(Index rows, Index count) {
  std::vector<Index> chosen;
  for (Index i = 0; i < count; ++i) chosen.push_back(i * rows / count);
  return chosen;
}

KMeans from_seeds(const RowMatrix& rows, const Vector& weights, Index count, Seeds seeds) {
  if (seeds == Seeds::evenly) {
    KMeans half_step = kmeans(rows, weights, rows(every_so_many(rows.rows(), count), Eigen::all), 0);
    half_step.centres = means_of(rows, weights, half_step.membership, half_step.centres.rows());
    return half_step;
  }
  FarthestFirst start = farthest_first(rows, mean_of(rows, weights), count);
  return kmeans(rows, weights, rows(start.chosen, Eigen::all), std::move(start.nearest), lloyd_steps);
}

Microclusters with_radii(const RowMatrix& rows, KMeans clusters) {
  Vector radii = radii_of(rows, clusters.centres, clusters.membership);
  return {std::move(clusters.centres), std::move(clusters.weights), std::move(radii),
          std::move(clusters.membership)};
}

}  // namespace

Microclusters make_microclusters(const RowMatrix& rows, const Vector& weights, Index count, Seeds seeds) {
  assert(count >= 1 && rows.rows() >= 1);
  return with_radii(
      rows, count >= rows.rows() ? one_for_each_row(rows, weights) : from_seeds(rows, weights, count, seeds));
}

Microclusters moved_to_means(const RowMatrix& rows, const Vector& weights,
                             const std::vector<std::int32_t>& members) {
  RowMatrix centres = RowMatrix::Zero(std::ranges::max(members) + 1, rows.cols());
  return with_radii(rows, kmeans(rows, weights, std::move(centres), members, 1));
}

// ---- by the Gram matrix of the rows

namespace {

constexpr Index gram_block = 64;
using Membership = std::vector<std::int32_t>;

/// Farthest first: every row's nearest of the chosen. The rule of farthest_first(), but distances are looked
/// up and not computed, so that none of its screening in single precision applies.
Membership nearest_of_farthest(const RowMatrix& gram, Index count) {
  const Index n = gram.rows();
  Membership owner(n, 0);
  Vector squared = Vector::Constant(n, std::numeric_limits<double>::infinity());
  Index chosen = 0;
  gram.diagonal().maxCoeff(&chosen);
  for (std::int32_t number = 0;; ++number) {
    for (Index i = 0; i < n; ++i) {
      const double now = gram(i, i) + gram(chosen, chosen) - 2 * gram(chosen, i);
      if (!(now < squared[i])) continue;
      squared[i] = now;
      owner[i] = number;
    }
    if (number + 1 == count || !(squared.maxCoeff(&chosen) > 0)) return owner;
  }
}

Membership nearest_of(const RowMatrix& gram, const std::vector<Index>& chosen) {
  const Vector half_square = gram.diagonal()(chosen) / 2;
  Membership owner(gram.rows(), 0);
  for (Index i = 0; i < gram.rows(); ++i) (half_square - gram.row(i)(chosen).transpose()).minCoeff(&owner[i]);
  return owner;
}

/// The nearest mean of `members`' rows to every row. x_i . c = sum_j in c w_j x_i . x_j / sum_j w_j
Membership nearest_means(const RowMatrix& gram, const Vector& weights, const Membership& members,
                         Index count) {
  const Index n = gram.rows();
  Vector totals = Vector::Zero(count), squares = Vector::Zero(count);
  for (Index i = 0; i < n; ++i) totals[members[i]] += weights[i];
  RowMatrix with_means = RowMatrix::Zero(n, count);
  parallel_blocks(n, gram_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index j = 0; j < n; ++j) with_means(i, members[j]) += weights[j] * gram(i, j);
      with_means.row(i).array() /= totals.transpose().array();
    }
  });
  for (Index i = 0; i < n; ++i) {
    const std::int32_t own = members[i];
    squares[own] += weights[i] * with_means(i, own);
  }
  squares.array() /= totals.array();
  Membership nearest(members.size());
  for (Index i = 0; i < n; ++i) (squares.transpose() / 2 - with_means.row(i)).minCoeff(&nearest[i]);
  return nearest;
}

}  // namespace

RowMatrix gram_matrix(const RowMatrix& rows) { return gram(view_of(rows).transposed()); }

RowMatrix centred_gram(const RowMatrix& gram, const Vector& weights) {
  assert(gram.rows() == weights.size() && gram == gram.transpose());
  const Index n = gram.rows();
  Vector with_mean(n);
  dot_rows(gram.data(), n, n, n, weights.data(), with_mean.data());
  with_mean /= weights.sum();
  const double square = weights.dot(with_mean) / weights.sum();
  RowMatrix centred(n, n);
  // The sum first, so that the matrix stays symmetric to the last bit.
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) centred(i, j) = gram(i, j) - (with_mean[i] + with_mean[j] - square);
  return centred;
}

std::vector<std::int32_t> microclusters_by_gram(const RowMatrix& gram, const Vector& weights, Index count,
                                                Seeds seeds) {
  assert(count >= 1 && count <= gram.rows() && gram.rows() == gram.cols());
  Membership members = seeds == Seeds::evenly ? nearest_of(gram, every_so_many(gram.rows(), count))
                                              : nearest_of_farthest(gram, count);
  const int steps = seeds == Seeds::evenly ? 0 : lloyd_steps;
  for (int step = 0; step < steps; ++step) {
    const Index used = std::ssize(drop_empty(members, gram.rows()));
    Membership moved = nearest_means(gram, weights, members, used);
    if (moved == members) break;
    members = std::move(moved);
  }
  drop_empty(members, gram.rows());
  return members;
}

}  // namespace scpp
