#pragma once
// How leaves would be split: one search each, several at the same time.
#include <cstddef>
#include <functional>
#include <variant>
#include <vector>

#include "split/split.hpp"
#include "tree/grow.hpp"

namespace scpp {

using LeafSplit = std::variant<SplitFound, WhyLeaf>;

/// Called from the thread that asked for the search, and from no other; what it throws ends the search.
using LeafReport = std::function<void(Stage stage, int node, double beta, double lambda2, Index evaluations)>;

struct LeafToSearch {
  int node;
  const std::vector<Index>& rows;
};

class LeafSearch {
 public:
  LeafSearch(const Scaled& scaled, const Judge& judge, const FitOptions& options);

  /// Of a wide table the products of all its rows are taken once; those of a leaf are among them.
  void take_products(const std::vector<Index>& rows);

  /// Children of a split.
  Index parts() const;

  /// How many of `leaves` leaves to search at the same time, so that no thread is idle.
  Index at_once(Index leaves) const;

  /// In the order of the leaves. What is found for a leaf does not depend on the others.
  std::vector<LeafSplit> search(const std::vector<LeafToSearch>& leaves, const LeafReport& report) const;

 private:
  LeafSplit search(const LeafToSearch& leaf, const LeafReport& report) const;
  SplitTask task_for(int node, const LeafReport& report) const;
  RowMatrix products_among(const std::vector<Index>& rows) const;

  const Scaled& scaled_;
  const Judge& judge_;
  const FitOptions& options_;
  double total_;              // weight of all rows
  RowMatrix products_;        // of all rows, when there are more columns
  std::vector<Index> place_;  // of a row in these
};

}  // namespace scpp
