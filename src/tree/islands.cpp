#include "tree/islands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "micro/distances.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index joints_of_a_row = 3;  // rows that are joined to so many of their nearest hang together
constexpr double wide_gap = 1.25;     // in units of the mean length of these joints
// Fewer are outliers, and cannot be judged by halves.
constexpr Index least_units = 8;
constexpr double least_rows = 20, least_share = 1.0 / 2000;
constexpr double one_cloud = 0.9, clearly_two = 0.1;  // least density between two parts over the lower peak

/// Rows that hang together (union and find).
class Groups {
 public:
  explicit Groups(Index rows) : above_(rows) { std::iota(above_.begin(), above_.end(), Index{0}); }

  Index of(Index row) {
    while (above_[row] != row) row = above_[row] = above_[above_[row]];
    return row;
  }
  void join(Index a, Index b) {
    const auto [first, second] = std::minmax({of(a), of(b)});
    above_[second] = first;
  }

 private:
  std::vector<Index> above_;
};

struct Island {
  std::vector<Index> members;
  double weight = 0;
  double joint = 0;                                      // mean length
  double gap = std::numeric_limits<double>::infinity();  // to the nearest row outside, if one is a neighbour

  std::pair<double, double> clearness() const { return {gap / joint, weight}; }
};

std::vector<Island> groups_of_nearest(const RowMatrix& rows, const Vector& weights,
                                      const NeighbourGraph& near) {
  const Index joints = std::min(joints_of_a_row, near.count);
  Groups groups(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index k = 0; k < joints; ++k) groups.join(i, near.to[i * near.count + k]);
  std::vector<Island> found(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    Island& own = found[groups.of(i)];
    own.members.push_back(i);
    own.weight += weights[i];
    for (Index k = 0; k < near.count; ++k) {
      const Index other = near.to[i * near.count + k];
      Island& its = found[groups.of(other)];
      if (k >= joints && &its == &own) continue;
      const double apart =
          std::sqrt(squared_distance(rows.row(i).data(), rows.row(other).data(), rows.cols()));
      if (k < joints) own.joint += apart;
      if (&its != &own) own.gap = std::min(own.gap, apart), its.gap = std::min(its.gap, apart);
    }
  }
  std::erase_if(found, [](const Island& group) { return group.members.empty(); });
  for (Island& group : found) group.joint /= static_cast<double>(joints * std::ssize(group.members));
  return found;
}

/// The clearest first.
std::vector<Island> islands(const PartedCloud& parted, const RowMatrix& rows, const NeighbourGraph& near) {
  const auto& [cloud, parts, count] = parted;
  Vector weight_of_part = Vector::Zero(count);
  for (Index i = 0; i < rows.rows(); ++i) weight_of_part[parts[i]] += cloud.weights[i];
  const double least = std::max(least_rows, least_share * weight_of_part.sum());
  std::vector<Island> found = groups_of_nearest(rows, cloud.weights, near);
  std::erase_if(found, [&](const Island& group) {
    return std::ssize(group.members) < least_units || group.weight < least ||
           !(group.gap > wide_gap * group.joint) ||
           group.weight > weight_of_part[parted.parts[group.members.front()]] / 2;
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const Island& a, const Island& b) { return a.clearness() > b.clearness(); });
  return found;
}

std::pair<std::int32_t, std::int32_t> least_apart(const RowMatrix& overlaps) {
  Index a = 0, b = 0;
  overlaps.maxCoeff(&a, &b);
  return {static_cast<std::int32_t>(std::min(a, b)), static_cast<std::int32_t>(std::max(a, b))};
}

}  // namespace

Parts with_islands(PartedCloud parted, const RowMatrix& rows, const NeighbourGraph& near) {
  if (parted.count < 3) return std::move(parted.parts);
  const std::vector<Island> found = islands(parted, rows, near);
  if (found.empty()) return std::move(parted.parts);
  RowMatrix overlaps = cross_fitted_separation(parted, Overlap::valley).overlaps;
  for (const Island& island : found) {
    const auto [kept, freed] = least_apart(overlaps);
    if (kept == freed || overlaps(kept, freed) < one_cloud) break;
    PartedCloud next = parted;
    std::ranges::replace(next.parts, freed, kept);
    for (const Index row : island.members) next.parts[row] = freed;
    overlaps = cross_fitted_separation(next, Overlap::valley).overlaps;
    if (overlaps.row(freed).maxCoeff() > clearly_two) break;
    parted = std::move(next);
  }
  return std::move(parted.parts);
}

}  // namespace scpp
