#include "split/choose.hpp"

#include <algorithm>

namespace scpp {
namespace {

double pairs(double count) { return count * (count - 1) / 2; }

/// The sum of each proposal's agreements with the others.
Vector support_of(const std::vector<const Parts*>& proposals, const Vector& weights, Index parts) {
  Vector support = Vector::Zero(proposals.size());
  for (Index i = 0; i < std::ssize(proposals); ++i)
    for (Index j = 0; j < i; ++j) {
      const double agree = agreement(*proposals[i], *proposals[j], weights, parts);
      support[i] += agree;
      support[j] += agree;
    }
  return support;
}

}  // namespace

double agreement(const Parts& a, const Parts& b, const Vector& weights, Index parts) {
  RowMatrix table = RowMatrix::Zero(parts, parts);
  for (Index i = 0; i < std::ssize(a); ++i) table(a[i], b[i]) += weights[i];
  double together = 0, in_a = 0, in_b = 0;
  for (const double count : table.reshaped()) together += pairs(count);
  for (Index part = 0; part < parts; ++part) {
    in_a += pairs(table.row(part).sum());
    in_b += pairs(table.col(part).sum());
  }
  const double expected = in_a * in_b / pairs(weights.sum()), most = (in_a + in_b) / 2;
  return most > expected ? (together - expected) / (most - expected) : 1.0;
}

Choice choose(const std::vector<double>& ratings, const std::vector<const Parts*>& proposals,
              const Vector& weights, Index parts, double near) {
  Choice choice;
  choice.best = std::min_element(ratings.begin(), ratings.end()) - ratings.begin();
  if (std::ssize(ratings) < 2) return choice;
  const Vector support = support_of(proposals, weights, parts);
  const double limit = (1 + near) * ratings[choice.best];
  constexpr double rounding = 1e-9;  // agreements of equal partitions are added up in another order
  for (Index i = 0; i < std::ssize(ratings); ++i) {
    const double more = support[i] - support[choice.best];
    if (ratings[i] <= limit && more > rounding) choice.best = i;
  }
  choice.stability = support[choice.best] / static_cast<double>(ratings.size() - 1);
  return choice;
}

}  // namespace scpp
