#pragma once
// Mean ranks of the methods, in our table, in the paper's, and between the two.
#include <optional>
#include <string>
#include <vector>

#include "paper/results.hpp"

namespace scpp::paper {

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
