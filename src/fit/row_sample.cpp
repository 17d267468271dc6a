#include "fit/row_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

struct Keyed {
  std::int64_t key;
  std::int64_t row;  // number in the whole table
  Index at;    // where its values stand
  bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : row < other.row; }
};

constexpr Index sampled_block = 4096;  // fewer are copied before a second thread has woken up
constexpr auto every_key = std::numeric_limits<std::int64_t>::max();

std::int64_t key_of(std::uint64_t seed, std::uint64_t row) {
  return static_cast<std::int64_t>(Random(seed, row).word() >> 1);
}

/// A key that more than `wanted` of `rows` uniform keys lie below, but for a chance of 1e-15: the expected
/// number is eight standard deviations more.
std::int64_t generous_limit(Index wanted, Index rows) {
  const double expected = static_cast<double>(wanted) + 8 * std::sqrt(static_cast<double>(wanted));
  const double share = expected / static_cast<double>(rows);
  return share < 1 ? static_cast<std::int64_t>(std::ldexp(share, 63)) : every_key;
}

void keep_smallest(std::vector<Keyed>& keyed, Index wanted) {
  if (std::ssize(keyed) <= wanted) return;
  std::nth_element(keyed.begin(), keyed.begin() + wanted, keyed.end());
  keyed.resize(wanted);
}

/// The chosen rows in ascending order; copy(at, out) gives the values.
template <class Copy>
RowSample sample_of(std::vector<Keyed> chosen, Index wanted, Index columns, const Copy& copy) {
  std::sort(chosen.begin(), chosen.end(), [](const Keyed& a, const Keyed& b) { return a.row < b.row; });
  RowSample sample{wanted, {}, {}, {std::ssize(chosen), columns, std::vector<double>(chosen.size() * columns)}};
  for (const Keyed& each : chosen) {
    sample.keys.push_back(each.key);
    sample.rows.push_back(each.row);
  }
  parallel_blocks(chosen.size(), sampled_block, [&](Index begin, Index end) {
    for (auto i = begin; i < end; ++i)
      copy(chosen[i].at, sample.values.values.data() + i * columns);
  });
  return sample;
}

}  // namespace

RowSample sample_block(const TableView& block, std::span<const double> weights, Index first_row,
                       Index total_rows, Index wanted, std::uint64_t seed) {
  const std::int64_t limit = weights.empty() ? generous_limit(wanted, total_rows) : every_key;
  std::vector<Keyed> chosen;
  for (Index row = 0; row < block.rows(); ++row) {
    if (!weights.empty() && weights[row] == 0) continue;
    const std::int64_t key = key_of(seed, first_row + row);
    if (key > limit) continue;
    chosen.push_back({key, static_cast<std::int64_t>(first_row + row), row});
    if (std::ssize(chosen) == 2 * wanted) keep_smallest(chosen, wanted);
  }
  keep_smallest(chosen, wanted);
  return sample_of(std::move(chosen), wanted, block.columns(),
                   [&](Index row, double* out) { block.copy_row(row, out); });
}

RowSample merged(const RowSample& a, const RowSample& b) {
  std::vector<Keyed> chosen;
  for (Index i = 0; i < std::ssize(a.rows); ++i) chosen.push_back({a.keys[i], a.rows[i], i});
  for (Index i = 0; i < std::ssize(b.rows); ++i) chosen.push_back({b.keys[i], b.rows[i], std::ssize(a.rows) + i});
  const Index wanted = std::min(a.wanted, b.wanted), columns = a.values.columns;
  keep_smallest(chosen, wanted);
  return sample_of(std::move(chosen), wanted, columns, [&](Index at, double* out) {
    const double* from = at < std::ssize(a.rows) ? a.values.row(at) : b.values.row(at - a.rows.size());
    std::copy(from, from + columns, out);
  });
}

}  // namespace scpp
