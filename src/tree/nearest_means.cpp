#include "tree/nearest_means.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "micro/kmeans.hpp"
#include "split/judge.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
// Mean squared correlations of two columns. Overlapping clusters that were parted in the wrong place look a
// little dependent.
constexpr double independent = 0.004, maybe_independent = 0.015;
constexpr double better = 0.01, well_apart = 0.98;  // separations
// Where starts by lot end differently, or clusters are many, no start has found all of them.
constexpr double hardly_overlapping = 0.998, found_again = 0.7;
constexpr Index most_by_lot = 20;
constexpr int first_steps = 3, most_steps = 20;  // the first tell whether to go on
constexpr Index starts_by_lot = 10;

/// The mean squared correlation of two columns within the parts, less what chance makes of it.
double dependence(const PartedCloud& parted) {
  const RowMatrix within = moments_of(parted).within;
  double sum = 0, pairs = 0;
  for (Index a = 0; a < within.rows(); ++a)
    for (Index b = 0; b < a; ++b)
      if (const double variances = within(a, a) * within(b, b); variances > 0) {
        sum += within(a, b) * within(a, b) / variances;
        ++pairs;
      }
  return pairs > 0 ? sum / pairs - 1 / parted.cloud.weights.sum() : 0;
}

double squares_within(const Cloud& cloud, const KMeans& found) {
  Vector squares(cloud.rows.rows());
  for (Index i = 0; i < squares.size(); ++i)
    squares[i] = (cloud.rows.row(i) - found.centres.row(found.membership[i])).squaredNorm();
  return squares.dot(cloud.weights);
}

/// Rows by lot, each the likelier the farther it is from those before it (k-means++; Arthur and Vassilvitskii
/// 2007).
RowMatrix rows_by_lot(const Cloud& cloud, Index count, Random random) {
  std::vector<Index> chosen;
  Vector chance = cloud.weights;
  while (std::ssize(chosen) < count) {
    double left = random.uniform() * chance.sum();
    Index row = 0;
    while (row + 1 < chance.size() && left >= chance[row]) left -= chance[row++];
    chosen.push_back(row);
    const Vector squares = (cloud.rows.rowwise() - cloud.rows.row(row)).rowwise().squaredNorm();
    const Vector here = squares.cwiseProduct(cloud.weights);
    chance = std::ssize(chosen) == 1 ? here : Vector(chance.cwiseMin(here));
  }
  return cloud.rows(chosen, Eigen::all);
}

KMeans by_lot(const Cloud& cloud, Index count, Index number) {
  const RowMatrix begun = rows_by_lot(cloud, count, Random(0, number));
  return kmeans(cloud.rows, cloud.weights, begun, most_steps);
}

/// This one, continued, and those by lot, the one with the least squares first.
std::vector<KMeans> least_squares_first(const Cloud& cloud, Index count, KMeans first) {
  std::vector<KMeans> found(1 + starts_by_lot);
  std::vector<double> squares(found.size());
  parallel_each(std::ssize(found), [&](Index number) {
    found[number] = number == 0 ? kmeans(cloud.rows, cloud.weights, std::move(first.centres), most_steps)
                                : by_lot(cloud, count, number);
    squares[number] = squares_within(cloud, found[number]);
  });
  std::vector<std::size_t> order(found.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t number) { return squares[number]; });
  std::vector<KMeans> sorted;
  for (const auto number : order) sorted.push_back(std::move(found[number]));
  return sorted;
}

}  // namespace

std::optional<Parts> parts_by_means(const PartedCloud& parted, double separation) {
  const Cloud& cloud = parted.cloud;
  const Index count = parted.count;
  if (separation > well_apart || dependence(parted) > maybe_independent) return std::nullopt;
  KMeans found = kmeans(cloud.rows, cloud.weights, moments_of(parted).means, first_steps);
  const auto hold_apart = [&](double least) {
    if (found.weights.size() < count) return false;
    const PartedCloud means{cloud, found.membership, count};
    return dependence(means) <= independent && cross_fitted_separation(means).mean() >= least;
  };
  if (!hold_apart(separation)) return std::nullopt;
  found = std::move(least_squares_first(cloud, count, std::move(found))[0]);
  return hold_apart(separation + better) ? std::optional(std::move(found.membership)) : std::nullopt;
}

std::optional<Parts> parts_by_means(const Cloud& cloud, const Parts& of_first, Index count) {
  const RowMatrix begun = moments_of(first_rows(cloud, std::ssize(of_first)), of_first, count).means;
  KMeans found = kmeans(cloud.rows, cloud.weights, begun, most_steps);
  return found.weights.size() == count ? std::optional(std::move(found.membership)) : std::nullopt;
}

std::optional<RowMatrix> overlapping_means(const Cloud& cloud, Index count) {
  if (count > most_by_lot) return std::nullopt;
  const auto overlap = [&](const KMeans& found, double most_dependent) {
    if (found.weights.size() < count) return false;
    const PartedCloud parted{cloud, found.membership, count};
    return dependence(parted) <= most_dependent &&
           cross_fitted_separation(parted).mean() <= hardly_overlapping;
  };
  KMeans first = by_lot(cloud, count, 1);
  if (!overlap(first, maybe_independent)) return std::nullopt;
  std::vector<KMeans> found = least_squares_first(cloud, count, std::move(first));
  const double alike = agreement(found[0].membership, found[1].membership, cloud.weights, count);
  if (alike < found_again || !overlap(found[0], independent)) return std::nullopt;
  return std::move(found[0].centres);
}

}  // namespace scpp
