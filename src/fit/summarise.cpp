// The first pass of a fit by sketch: moments of the columns, and a sample of rows from which the places of
// cells are learnt.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "data/standardise.hpp"
#include "fit/sketch.hpp"
#include "scpp/errors.hpp"
#include "tree/grow_best.hpp"
#include "tree/how_many.hpp"
#include "tree/nearest_means.hpp"

namespace scpp {
namespace {

// ---- the sample: the rows with the smallest keyed hash of their number

struct Keyed {
  std::int64_t key;
  std::int64_t row;  // number in the whole table
  Index at;          // where its values stand
  bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : row < other.row; }
};

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
  RowSample sample{
      wanted, {}, {}, {std::ssize(chosen), columns, std::vector<double>(chosen.size() * columns)}};
  for (const Keyed& each : chosen) {
    sample.keys.push_back(each.key);
    sample.rows.push_back(each.row);
  }
  parallel_blocks(chosen.size(), rows_of_a_block(columns), [&](Index begin, Index end) {
    for (auto i = begin; i < end; ++i) copy(chosen[i].at, sample.values.values.data() + i * columns);
  });
  return sample;
}

/// Of the rows of a block that have weight. When all rows count, `total_rows` tells which keys can be among
/// the `wanted` smallest of the whole table, so that a block gives only its share.
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

/// The `wanted` smallest of both.
RowSample merged(const RowSample& a, const RowSample& b) {
  std::vector<Keyed> chosen;
  for (Index i = 0; i < std::ssize(a.rows); ++i) chosen.push_back({a.keys[i], a.rows[i], i});
  for (Index i = 0; i < std::ssize(b.rows); ++i)
    chosen.push_back({b.keys[i], b.rows[i], std::ssize(a.rows) + i});
  const Index wanted = std::min(a.wanted, b.wanted), columns = a.values.columns;
  keep_smallest(chosen, wanted);
  return sample_of(std::move(chosen), wanted, columns, [&](Index at, double* out) {
    const double* from = at < std::ssize(a.rows) ? a.values.row(at) : b.values.row(at - a.rows.size());
    std::copy(from, from + columns, out);
  });
}

/// Where clusters overlap, a cell between them would have rows of both, whose labels are one. Where means
/// tell them apart, every cell is on one side.
std::optional<KMeans> known_sides(const RowSample& sample, const RowMatrix& rows, const FitOptions& options) {
  constexpr Index enough = 2000, enough_each = 100;
  constexpr int few_steps = 5;
  const Index clusters = options.clusters;
  if (!wants_partition(options) || clusters < 2 || rows.cols() > wide_columns) return std::nullopt;
  const std::vector<Index> some = rows_by_lot(sample, std::max(enough, enough_each * clusters));
  const std::optional<RowMatrix> means =
      overlapping_means({rows(some, Eigen::all), Vector::Ones(std::ssize(some)), {}}, clusters);
  if (!means) return std::nullopt;
  KMeans sides = kmeans(rows, Vector::Ones(rows.rows()), *means, few_steps);
  return sides.weights.size() == clusters ? std::optional(std::move(sides)) : std::nullopt;
}

Cells cells_for(const RowSample& sample, const RowMatrix& rows, const FitOptions& options) {
  constexpr Index enough_for_a_side = 512, least_for_a_side = 16;
  const Index wanted = cells_wanted(options, rows.cols());
  if (wanted < least_for_a_side * options.clusters) return make_cells(rows, wanted);
  if (std::optional<KMeans> sides = known_sides(sample, rows, options))
    return make_cells(rows, *std::move(sides), std::min(wanted, options.clusters * enough_for_a_side));
  return make_cells(rows, wanted);
}

SketchPlan plan_without_cells(const Summary& summary, const FitOptions& options) {
  const Moments moments = total_of(summary.pieces);
  SketchPlan plan;
  plan.rows = summary.pieces.back().end;
  plan.weight = moments.weight;
  if (options.clusters > 0 && options.clusters > plan.rows)
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(plan.rows) + " rows");
  if (summary.sample.rows.empty()) throw InvalidArgument("the summary has no rows in its sample");
  plan.transform = transform_of(moments, options.data.standardise);
  return plan;
}

}  // namespace

Summary summarise(const TableView& block, Index first_row, Index total_rows, const FitOptions& options,
                  std::span<const double> weights) {
  if (first_row + block.rows() > total_rows)
    throw InvalidArgument("the block ends at row " + std::to_string(first_row + block.rows()) +
                          ", but the table has " + std::to_string(total_rows) + " rows");
  const ScopedThreads threads(options.threads);
  const Index wanted = cells_wanted(options, block.columns()) * sample_per_cell;
  Summary summary;
  parallel_each(2, [&](Index which) {
    if (which == 0)
      summary.sample = sample_block(block, weights, first_row, total_rows, wanted, options.seed);
    else
      summary.pieces = moments_of(block, weights, first_row);
  });
  return summary;
}

Summary merge(Summary a, Summary b) {
  if (a.pieces.empty()) return b;
  if (b.pieces.empty()) return a;
  return {merged(std::move(a.pieces), b.pieces), merged(a.sample, b.sample)};
}

std::vector<Index> rows_by_lot(const RowSample& sample, Index count) {
  std::vector<Keyed> keyed;
  for (Index i = 0; i < std::ssize(sample.rows); ++i) keyed.push_back({sample.keys[i], sample.rows[i], i});
  keep_smallest(keyed, count);
  std::vector<Index> rows;
  for (const Keyed& each : keyed) rows.push_back(each.at);
  std::sort(rows.begin(), rows.end());
  return rows;
}

Suggestion suggest_on_sample(const Summary& summary, const FitOptions& options, const Observer& watch) {
  constexpr Index most_rows = 8192;
  const std::vector<Index> chosen = rows_by_lot(summary.sample, most_rows);
  const RowMatrix rows = view(summary.sample.values)(chosen, Eigen::all);
  const TableView table = TableView::row_major(rows.data(), rows.rows(), rows.cols());
  const Transform transform = transform_of(total_of(summary.pieces), options.data.standardise);
  return how_many({table, transform, Vector::Ones(rows.rows()), {}}, options, watch);
}

SketchPlan plan_cells(const Summary& summary, const FitOptions& asked, const Observer& watch) {
  asked.validate();
  const ScopedThreads threads(asked.threads);
  FitOptions options = asked;
  SketchPlan plan = plan_without_cells(summary, asked);
  if (asked.clusters == choose_clusters) {
    Suggestion found = suggest_on_sample(summary, asked, watch);
    options.clusters = found.clusters;
    plan.reason = std::move(found.reason);
  }
  plan.clusters = options.clusters;
  const Cells cells = cells_for(summary.sample, transformed_sample(summary.sample, plan.transform), options);
  plan.coarse = plain(cells.coarse());
  plan.fine = plain(cells.fine());
  plan.begin.assign(cells.begin().begin(), cells.begin().end());
  return plan;
}

SketchPlan plan_with(const CellIndex& cells, const Summary& summary, const FitOptions& options) {
  SketchPlan plan = plan_without_cells(summary, options);
  plan.coarse = cells.coarse;
  plan.fine = cells.fine;
  plan.begin = cells.begin;
  return plan;
}

}  // namespace scpp
