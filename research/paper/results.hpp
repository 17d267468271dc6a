#pragma once
// The finished table as numbers, and the mean ranks of the methods: what the pages show and the tests check.
#include <optional>
#include <string>
#include <vector>

#include "paper/studies.hpp"

namespace scpp::paper {

struct ResultCell {
  std::optional<PurityNmi> ours, published;
  std::string reason;     ///< why there is no result of ours
  bool computed = false;  ///< tried at all; a time-out counts as tried
  bool of_paper = false;  ///< the paper has a column for this method
  std::string choice;
  double seconds = 0, peak_mb = 0;
};

struct ResultRow {
  const PaperSet* set;
  std::vector<ResultCell> cells;  ///< one for each method
};

struct Results {
  std::vector<std::string> methods;
  std::vector<ResultRow> rows;

  /// Cells of the given methods whose purity and NMI are both within `distance` of the paper's or above them,
  /// and how many there are in all. Stand-in data and cells not yet computed do not count.
  struct Agreement {
    int close, total;
  };
  Agreement agreement(const std::vector<std::string>& of_methods, double distance) const;
};

/// Scores as the paper prints them, with two digits: what is compared and ranked.
double printed(double score);

/// The columns of the paper's own methods, or those of all others.
Results columns_of_paper(const Results& all, bool of_paper);

Results collect_results(const CellStore& store, const StudyOptions& options);

/// Ranks in our table, in the paper's, and between the two.
enum class Ranking {
  ours,             ///< data sets on which every method was tried
  paper,            ///< the published numbers
  ours_among_paper  ///< our SCPP against the published rivals, without the stand-in data
};

struct MeanRanks {
  std::string title;
  int sets = 0;               ///< data sets that count
  std::vector<double> ranks;  ///< one for each method
};

/// Mean over data sets and both measures of the rank of each method: 1 is best, equals share their ranks'
/// mean, a method without result comes last.
MeanRanks mean_ranks(const Results& results, Ranking ranking);

/// All rankings, and ours again with each further column in SCPP's place.
std::vector<MeanRanks> all_rankings(const Results& results, const Results& further);

/// Ranks of one case: 1 is best; absent values come last together.
std::vector<double> ranks_of(const std::vector<std::optional<double>>& values);

}  // namespace scpp::paper
