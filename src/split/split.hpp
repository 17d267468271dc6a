#pragma once
// One node end to end: microclusters, starts, the beta schedule, balance, the best candidate.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/types.hpp"
#include "graph/neighbours.hpp"
#include "scpp/model.hpp"
#include "scpp/options.hpp"
#include "scpp/outcome.hpp"
#include "split/start.hpp"

namespace scpp {

/// What the split of one node needs to know of the whole fit.
struct SplitTask {
  int node = 0;
  Index parts = 2;        ///< children wanted (2, or K for the K-way method)
  double least_side = 0;  ///< rows that every side must hold
  Method method = Method::divisive;
  std::uint64_t seed = 0;
  FurtherStarts further;  ///< searches beside the paper's, for the judge to choose from
  const NodeGraph* graph =
      nullptr;  ///< of the node's rows, the judge of splits; without it the least objective wins
  const RowMatrix* gram = nullptr;  ///< the Gram matrix of the node's rows, where known
  /// Called at every accepted step with the current beta, eigenvalue and evaluations so far; may throw
  /// Cancelled.
  std::function<void(double beta, double lambda2, Index evaluations)> watch;
};

struct SplitFound {
  Split split;
  std::vector<std::int32_t> child_of_row;
};

/// Splits the given rows (all with positive weight), or says why they cannot be split. `scatter_inside` is
/// empty unless rows are cells of a sketch.
std::variant<SplitFound, WhyLeaf> split_rows(RowMatrix rows, const Vector& weights,
                                             const RowMatrix& scatter_inside, const SplitOptions& options,
                                             const SplitTask& task);

/// The split of rows whose sides are known already: the plane that shows them, searched from their
/// discriminant direction, and the rule that gives new rows their side. Nothing where no plane shows two
/// sides.
std::optional<SplitFound> split_as(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside,
                                   const std::vector<std::int32_t>& sides, const SplitOptions& options,
                                   const SplitTask& task);

}  // namespace scpp
