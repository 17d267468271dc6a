#pragma once
// The finished table as numbers: what the pages show and the tests check.
#include <optional>
#include <string>
#include <vector>

#include "paper/table_study.hpp"

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

}  // namespace scpp::paper
