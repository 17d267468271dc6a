#include "split/choose.hpp"

#include <algorithm>

namespace scpp {
namespace {

double pairs(double count) { return count * (count - 1) / 2; }

/// The sum of each proposal's agreements with the others.
Vector support_of(const std::vector<const Parts*>& proposals, const Vector& weights, Index parts) {
  Vector support = Vector::Zero(static_cast<Index>(proposals.size()));
  for (std::size_t i = 0; i < proposals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double agree = agreement(*proposals[i], *proposals[j], weights, parts);
      support[static_cast<Index>(i)] += agree;
      support[static_cast<Index>(j)] += agree;
    }
  return support;
}

}  // namespace

double agreement(const Parts& a, const Parts& b, const Vector& weights, Index parts) {
  RowMatrix table = RowMatrix::Zero(parts, parts);
  for (std::size_t i = 0; i < a.size(); ++i) table(a[i], b[i]) += weights[static_cast<Index>(i)];
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
  choice.best = static_cast<std::size_t>(std::min_element(ratings.begin(), ratings.end()) - ratings.begin());
  if (ratings.size() < 2) return choice;
  const Vector support = support_of(proposals, weights, parts);
  const double limit = (1 + near) * ratings[choice.best];
  constexpr double rounding = 1e-9;  // agreements of equal partitions are added up in another order
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    const double more = support[static_cast<Index>(i)] - support[static_cast<Index>(choice.best)];
    if (ratings[i] <= limit && more > rounding) choice.best = i;
  }
  choice.stability = support[static_cast<Index>(choice.best)] / static_cast<double>(ratings.size() - 1);
  return choice;
}

}  // namespace scpp
