#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/statistics.hpp"
#include "scpp/confidence.hpp"

namespace scpp {
namespace {

constexpr Index most_judged_rows = 100000;               // beyond, the drawn rows speak for all
constexpr Index most_values_at_a_time = Index{1} << 24;  // 128 MB of rows
constexpr Index most_clusters_of_cuts = 24;
constexpr Index most_unsure_rows = 150, most_far_rows = 50;

/// Table rows as doubles; a missing cell is its column's fill value or mean.
std::vector<double> copied(const ReportInput& input, std::span<const std::uint32_t> rows) {
  std::vector<double> values;
  values.reserve(rows.size() * input.table.columns());
  for (const std::uint32_t row : rows)
    for (Index column = 0; column < input.table.columns(); ++column) {
      const double x = cell(input, row, column);
      values.push_back(std::isnan(x) ? input.model.transform.mean[column] : x);
    }
  return values;
}

void append(const Confidence& part, Confidence& all) {
  all.probability.insert(all.probability.end(), part.probability.begin(), part.probability.end());
  all.other.insert(all.other.end(), part.other.begin(), part.other.end());
  all.outlier.insert(all.outlier.end(), part.outlier.begin(), part.outlier.end());
}

Confidence confidence_of(const ReportInput& input, std::span<const std::uint32_t> rows) {
  const Index columns = input.table.columns();
  const Index step = std::max<Index>(1, most_values_at_a_time / columns);
  Confidence all;
  for (Index begin = 0; begin < std::ssize(rows); begin += step) {
    const auto part = rows.subspan(begin, std::min(step, std::ssize(rows) - begin));
    const std::vector<double> values = copied(input, part);
    append(confidence(input.model, TableView::row_major(values.data(), std::ssize(part), columns)), all);
  }
  return all;
}

/// Places in `values` that `counts`, the smallest first; at most `most` of them go into `list`.
template <class Counts>
Index least(const std::vector<double>& values, Index most, const Counts& counts, std::vector<Index>& list) {
  std::vector<Index> places;
  for (Index i = 0; i < std::ssize(values); ++i)
    if (counts(values[i])) places.push_back(i);
  std::ranges::stable_sort(places, {}, [&](Index i) { return values[i]; });
  const Index count = places.size();
  places.resize(std::min(count, most));
  for (const Index place : places)
    if (std::ranges::find(list, place) == list.end()) list.push_back(place);
  return count;
}

CutVerdict verdict_of_cut(const Model& cut_model) {
  const Verdict told = verdict(cut_model);
  CutVerdict verdict{told.sentence, told.clusters, {}};
  for (const int node : cut_model.tree.splits()) verdict.splits.push_back(*told.splits[node]);
  return verdict;
}

std::vector<CutVerdict> verdicts_of_cuts(const Model& model) {
  std::vector<CutVerdict> verdicts;
  const Index all = model.tree.clusters();
  for (int clusters = 2; clusters < all && all <= most_clusters_of_cuts; ++clusters)
    verdicts.push_back(verdict_of_cut(cut(model, clusters)));
  return verdicts;
}

}  // namespace

std::optional<Sureness> make_sureness(const ReportInput& input, const DrawnRows& sample) {
  if (!input.model.reference) return {};
  const bool all = input.table.rows() <= most_judged_rows;
  std::vector<std::uint32_t> rows = sample.rows;
  if (all) {
    rows.resize(input.table.rows());
    std::iota(rows.begin(), rows.end(), 0u);
  }
  const Confidence found = confidence_of(input, rows);
  Sureness sureness{.verdict = verdict(input.model), .cuts = verdicts_of_cuts(input.model)};
  for (Index i = 0; i < std::ssize(sample.rows); ++i)
    sureness.probability.push_back(found.probability[all ? sample.rows[i] : i]);
  std::vector<double> nearness;
  for (const double outlier : found.outlier) nearness.push_back(1 - outlier);
  std::vector<Index> list;
  sureness.judged = rows.size();
  sureness.unsure = least(
      found.probability, most_unsure_rows, [](double p) { return p < sure_from; }, list);
  sureness.far = least(
      nearness, most_far_rows, [](double near) { return near <= 1 - far_from; }, list);
  for (const Index i : list)
    sureness.doubtful.push_back({rows[i], found.other[i], found.probability[i], found.outlier[i]});
  return sureness;
}

}  // namespace scpp
