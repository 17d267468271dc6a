#include "paper/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scpp::paper {

namespace {

ResultCell cell_of(const CellStore& store, const PaperSet& set, const std::string& method) {
  ResultCell cell;
  for (std::size_t i = 0; i < paper_methods().size(); ++i)
    if (paper_methods()[i].method == method) {
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
    const bool known =
        std::ranges::find(paper_methods(), all.methods[i], &PaperMethod::method) != paper_methods().end();
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

namespace {

constexpr const char* own_method = "scpp";

bool takes_ours(Ranking ranking, const std::string& method) {
  return ranking == Ranking::ours || (ranking == Ranking::ours_among_paper && method == own_method);
}

bool counts(const Results& results, const ResultRow& row, Ranking ranking) {
  if (ranking == Ranking::ours_among_paper && row.set->stand_in) return false;
  for (std::size_t i = 0; i < results.methods.size(); ++i)
    if (takes_ours(ranking, results.methods[i]) && !row.cells[i].computed) return false;
  return true;
}

std::vector<double> ranks_in_row(const Results& results, const ResultRow& row, Ranking ranking,
                                 double PurityNmi::*measure) {
  std::vector<std::optional<double>> values;
  for (std::size_t i = 0; i < results.methods.size(); ++i) {
    const ResultCell& cell = row.cells[i];
    const auto& scores = takes_ours(ranking, results.methods[i]) ? cell.ours : cell.published;
    values.push_back(scores ? std::optional(*scores.*measure) : std::nullopt);
  }
  return ranks_of(values);
}

const char* title_of(Ranking ranking) {
  switch (ranking) {
    case Ranking::ours:
      return "ours";
    case Ranking::paper:
      return "paper";
    case Ranking::ours_among_paper:
      break;
  }
  return "our SCPP, the paper's rivals";
}

/// The table with column `column` of `further` where SCPP stands.
Results in_place_of_scpp(Results table, const Results& further, std::size_t column) {
  const std::size_t place = std::ranges::find(table.methods, own_method) - table.methods.begin();
  if (place == table.methods.size()) return table;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    table.rows[row].cells[place] = further.rows[row].cells[column];
  return table;
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

MeanRanks mean_ranks(const Results& results, Ranking ranking) {
  MeanRanks mean{title_of(ranking), 0, std::vector<double>(results.methods.size(), 0.0)};
  for (const ResultRow& row : results.rows) {
    if (!counts(results, row, ranking)) continue;
    ++mean.sets;
    for (const auto measure : {&PurityNmi::purity, &PurityNmi::nmi}) {
      const std::vector<double> ranks = ranks_in_row(results, row, ranking, measure);
      for (std::size_t i = 0; i < ranks.size(); ++i) mean.ranks[i] += ranks[i];
    }
  }
  for (double& rank : mean.ranks) rank /= std::max(2 * mean.sets, 1);
  return mean;
}

std::vector<MeanRanks> all_rankings(const Results& results, const Results& further) {
  std::vector<MeanRanks> all = {mean_ranks(results, Ranking::ours)};
  for (std::size_t column = 0; column < further.methods.size(); ++column) {
    all.push_back(mean_ranks(in_place_of_scpp(results, further, column), Ranking::ours));
    all.back().title = "ours, " + further.methods[column] + " for SCPP";
  }
  all.push_back(mean_ranks(results, Ranking::ours_among_paper));
  all.push_back(mean_ranks(results, Ranking::paper));
  return all;
}

}  // namespace scpp::paper
