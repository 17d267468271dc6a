#include "micro/row_sample.hpp"

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
  std::size_t at;    // where its values stand
  bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : row < other.row; }
};

constexpr Index sampled_block = 4096;  // fewer are copied before a second thread has woken up
constexpr auto every_key = std::numeric_limits<std::int64_t>::max();

std::int64_t key_of(std::uint64_t seed, std::uint64_t row) {
  return static_cast<std::int64_t>(Random(seed, row).word() >> 1);
}

/// A key that more than `wanted` of `rows` uniform keys lie below, but for a chance of 1e-15: the expected
/// number is eight standard deviations more.
std::int64_t generous_limit(std::size_t wanted, std::size_t rows) {
  const double expected = static_cast<double>(wanted) + 8 * std::sqrt(static_cast<double>(wanted));
  const double share = expected / static_cast<double>(rows);
  return share < 1 ? static_cast<std::int64_t>(std::ldexp(share, 63)) : every_key;
}

void keep_smallest(std::vector<Keyed>& keyed, std::size_t wanted) {
  if (keyed.size() <= wanted) return;
  std::nth_element(keyed.begin(), keyed.begin() + static_cast<std::ptrdiff_t>(wanted), keyed.end());
  keyed.resize(wanted);
}

/// The chosen rows in ascending order; copy(at, out) gives the values.
template <class Copy>
RowSample sample_of(std::vector<Keyed> chosen, std::size_t wanted, std::size_t columns, const Copy& copy) {
  std::sort(chosen.begin(), chosen.end(), [](const Keyed& a, const Keyed& b) { return a.row < b.row; });
  RowSample sample{wanted, {}, {}, {chosen.size(), columns, std::vector<double>(chosen.size() * columns)}};
  for (const Keyed& each : chosen) {
    sample.keys.push_back(each.key);
    sample.rows.push_back(each.row);
  }
  parallel_blocks(static_cast<Index>(chosen.size()), sampled_block, [&](Index begin, Index end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      copy(chosen[i].at, sample.values.values.data() + i * columns);
  });
  return sample;
}

}  // namespace

RowSample sample_block(const TableView& block, std::span<const double> weights, std::size_t first_row,
                       std::size_t total_rows, std::size_t wanted, std::uint64_t seed) {
  const std::int64_t limit = weights.empty() ? generous_limit(wanted, total_rows) : every_key;
  std::vector<Keyed> chosen;
  for (std::size_t row = 0; row < block.rows(); ++row) {
    if (!weights.empty() && weights[row] == 0) continue;
    const std::int64_t key = key_of(seed, first_row + row);
    if (key > limit) continue;
    chosen.push_back({key, static_cast<std::int64_t>(first_row + row), row});
    if (chosen.size() == 2 * wanted) keep_smallest(chosen, wanted);
  }
  keep_smallest(chosen, wanted);
  return sample_of(std::move(chosen), wanted, block.columns(),
                   [&](std::size_t row, double* out) { block.copy_row(row, out); });
}

RowSample merged(const RowSample& a, const RowSample& b) {
  std::vector<Keyed> chosen;
  for (std::size_t i = 0; i < a.rows.size(); ++i) chosen.push_back({a.keys[i], a.rows[i], i});
  for (std::size_t i = 0; i < b.rows.size(); ++i) chosen.push_back({b.keys[i], b.rows[i], a.rows.size() + i});
  const std::size_t wanted = std::min(a.wanted, b.wanted), columns = a.values.columns;
  keep_smallest(chosen, wanted);
  return sample_of(std::move(chosen), wanted, columns, [&](std::size_t at, double* out) {
    const double* from = at < a.rows.size() ? a.values.row(at) : b.values.row(at - a.rows.size());
    std::copy(from, from + columns, out);
  });
}

}  // namespace scpp
