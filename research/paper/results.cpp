#include "paper/results.hpp"

#include <algorithm>
#include <cmath>

namespace scpp::paper {
namespace {

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

double printed(double score) { return std::round(100 * score) / 100; }

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
