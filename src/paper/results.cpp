#include "paper/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scpp::paper {
namespace {

/// Scores are compared as the paper prints them, with two digits; so are ranks.
double printed(double score) { return std::round(100 * score) / 100; }

ResultCell cell_of(const CellStore& store, const PaperSet& set, const std::string& method) {
  ResultCell cell;
  for (std::size_t i = 0; i < rivals().size(); ++i)
    if (rivals()[i].method == method) {
      cell.of_paper = true;
      cell.published = set.published[i];
    }
  const auto stored = store.read(table_key(set.name, method));
  if (!stored) {
    cell.reason = "not computed";
    return cell;
  }
  cell.computed = true;
  cell.seconds = stored->value("seconds", 0.0);
  cell.peak_mb = stored->value("peak_mb", 0.0);
  cell.choice = stored->value("choice", "");
  if (stored->contains("timeout"))
    cell.reason = "no result within its CPU time";
  else if (stored->contains("failed"))
    cell.reason = stored->at("failed");
  else
    cell.ours = PurityNmi{stored->at("purity"), stored->at("nmi")};
  return cell;
}

}  // namespace

std::vector<double> ranks_of(const std::vector<std::optional<double>>& values) {
  std::vector<double> ranks;
  const auto height = [](const std::optional<double>& value) {
    return value ? printed(*value) : -std::numeric_limits<double>::infinity();
  };
  for (const auto& value : values) {
    int above = 0, equal = 0;
    for (const auto& other : values) {
      above += height(other) > height(value);
      equal += height(other) == height(value);
    }
    ranks.push_back(above + (equal + 1) / 2.0);
  }
  return ranks;
}

std::vector<double> Results::mean_ranks(bool published) const {
  std::vector<double> totals(methods.size(), 0.0);
  double cases = 0;
  for (const ResultRow& row : rows) {
    if (!published && !std::ranges::all_of(row.cells, &ResultCell::computed)) continue;
    cases += 2;
    for (const auto measure : {&PurityNmi::purity, &PurityNmi::nmi}) {
      std::vector<std::optional<double>> values;
      for (const ResultCell& cell : row.cells) {
        const auto& scores = published ? cell.published : cell.ours;
        values.push_back(scores ? std::optional(*scores.*measure) : std::nullopt);
      }
      const std::vector<double> ranks = ranks_of(values);
      for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += ranks[i];
    }
  }
  for (double& total : totals) total /= std::max(cases, 1.0);
  return totals;
}

Results::Agreement Results::agreement(const std::vector<std::string>& of_methods, double distance) const {
  Agreement count{0, 0};
  for (const ResultRow& row : rows)
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const ResultCell& cell = row.cells[i];
      if (row.set->stand_in || std::ranges::find(of_methods, methods[i]) == of_methods.end() ||
          !cell.published || !cell.computed)
        continue;
      ++count.total;
      if (!cell.ours) continue;
      const double allowed = distance + 1e-9;
      count.close += printed(cell.ours->purity) >= cell.published->purity - allowed &&
                     printed(cell.ours->nmi) >= cell.published->nmi - allowed;
    }
  return count;
}

Results columns_of_paper(const Results& all, bool of_paper) {
  Results kept;
  for (const ResultRow& row : all.rows) kept.rows.push_back({row.set, {}});
  for (std::size_t i = 0; i < all.methods.size(); ++i) {
    const bool known = std::ranges::find(rivals(), all.methods[i], &Rival::method) != rivals().end();
    if (known != of_paper) continue;
    kept.methods.push_back(all.methods[i]);
    for (std::size_t row = 0; row < all.rows.size(); ++row)
      kept.rows[row].cells.push_back(all.rows[row].cells[i]);
  }
  if (kept.methods.empty()) kept.rows.clear();
  return kept;
}

Results collect_results(const CellStore& store, const StudyOptions& options) {
  Results results{methods_of(options), {}};
  for (const std::string& name : sets_of(options)) {
    ResultRow row{&paper_set(name), {}};
    for (const std::string& method : results.methods) row.cells.push_back(cell_of(store, *row.set, method));
    results.rows.push_back(std::move(row));
  }
  return results;
}

}  // namespace scpp::paper
