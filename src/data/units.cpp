#include "data/units.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/random.hpp"

namespace scpp {

namespace {

/// Those of some rows that are equal, one group after the other, in the order of their values.
void append_groups(const Scaled& scaled, const std::vector<Index>& some,
                   std::vector<std::vector<Index>>& groups) {
  const RowMatrix rows = gather(scaled, some);
  std::vector<Index> sorted(some.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  const auto begin = [&](Index i) { return rows.row(i).data(); };
  const auto less = [&](Index a, Index b) {
    return std::lexicographical_compare(begin(a), begin(a) + rows.cols(), begin(b), begin(b) + rows.cols());
  };
  std::stable_sort(sorted.begin(), sorted.end(), less);
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    if (at == 0 || less(sorted[at - 1], sorted[at])) groups.emplace_back();
    groups.back().push_back(some[sorted[at]]);
  }
}

/// Equal rows together, sorted by their distance from the mean; only rows of the same distance are compared.
std::vector<std::vector<Index>> groups_of_equals(const Scaled& scaled, const std::vector<Index>& rows) {
  const Vector squares = squared_norms(scaled, rows);
  std::vector<std::pair<double, Index>> sorted;
  for (Index i = 0; i < std::ssize(rows); ++i) sorted.emplace_back(squares[i], rows[i]);
  std::ranges::sort(sorted);
  std::vector<std::vector<Index>> groups;
  groups.reserve(rows.size());
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    std::vector<Index> some;
    for (; last < sorted.size() && sorted[last].first == sorted[first].first; ++last)
      some.push_back(sorted[last].second);
    if (some.size() == 1)
      groups.push_back(std::move(some));
    else
      append_groups(scaled, some, groups);
  }
  return groups;
}

}  // namespace

Units units_of(const Scaled& scaled) {
  std::vector<Index> rows;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (scaled.weights[row] > 0) rows.push_back(row);
  std::vector<std::vector<Index>> members = groups_of_equals(scaled, rows);
  Random random(0, 0);
  for (Index i = std::ssize(members) - 1; i > 0; --i) std::swap(members[i], members[random.below(i + 1)]);
  Units units{{}, std::vector<std::int32_t>(scaled.rows(), -1), Vector::Zero(members.size())};
  for (Index unit = 0; unit < std::ssize(members); ++unit) {
    units.row.push_back(members[unit].front());
    for (const Index row : members[unit]) {
      units.of_row[row] = static_cast<std::int32_t>(unit);
      units.weights[unit] += scaled.weights[row];
    }
  }
  return units;
}

}  // namespace scpp
