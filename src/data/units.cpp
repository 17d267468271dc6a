#include "data/units.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {

Units units_of(const Scaled& scaled) {
  std::vector<Index> order;
  for (Index row = 0; row < scaled.rows(); ++row)
    if (scaled.weights[row] > 0) order.push_back(row);
  const RowMatrix rows = gather(scaled, order);
  std::vector<Index> sorted(order.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  const auto begin = [&](Index i) { return rows.row(i).data(); };
  Vector squares(rows.rows());  // not by Eigen, whose sums depend on where a row lies in memory
  for (Index i = 0; i < rows.rows(); ++i) squares[i] = dot(begin(i), begin(i), rows.cols());
  const auto less = [&](Index a, Index b) {
    if (squares[a] != squares[b]) return squares[a] < squares[b];
    return std::lexicographical_compare(begin(a), begin(a) + rows.cols(), begin(b), begin(b) + rows.cols());
  };
  std::stable_sort(sorted.begin(), sorted.end(), less);
  std::vector<std::vector<Index>> members;
  for (const Index i : sorted) {
    if (members.empty() || less(members.back().front(), i)) members.emplace_back();
    members.back().push_back(i);
  }
  Random random(0, 0);
  for (Index i = std::ssize(members) - 1; i > 0; --i) std::swap(members[i], members[random.below(i + 1)]);
  Units units{{}, std::vector<std::int32_t>(scaled.rows(), -1), Vector::Zero(members.size())};
  for (Index unit = 0; unit < std::ssize(members); ++unit) {
    units.row.push_back(order[members[unit].front()]);
    for (const Index i : members[unit]) {
      units.of_row[order[i]] = static_cast<std::int32_t>(unit);
      units.weights[unit] += scaled.weights[order[i]];
    }
  }
  return units;
}

}  // namespace scpp
