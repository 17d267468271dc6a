#pragma once
// How many clusters there are.
#include <span>
#include <string>
#include <vector>

#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// A number of clusters that was tried, on some of the rows.
struct Trial {
  int clusters = 0;
  double clarity = 0;     ///< of its clusters, on the mean over the rows (see scpp/verdict.hpp)
  double modularity = 0;  ///< of rows that did not teach the metric, as a share of the most that so many
                          ///< equal clusters could have
};

struct Suggestion {
  int clusters = 1;
  std::vector<Trial> trials;  ///< 2 clusters and more
  std::vector<int> nearly;    ///< other numbers that are nearly as good, the best first
  std::string reason;         ///< why this number, for people, without a full stop
};

/// Tries every number up to options.tree.max_clusters. Of clear clusters as many as possible are wanted: the
/// number K is taken for which K (clarity - 1/2) is largest. Where no partition is that clear: a number whose
/// clusters the neighbour graph hardly connects (these may be of any shape), else the one with the clearest
/// clusters, else 1. fit() with options.clusters = choose_clusters is fit() with this number.
Suggestion suggest(const TableView& table, const FitOptions& options, std::span<const double> weights = {},
                   const Observer& watch = {});

}  // namespace scpp
