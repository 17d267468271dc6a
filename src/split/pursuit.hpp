#pragma once
// One search in one node: its sigma, its minimisation, its sides.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "optim/minimum.hpp"
#include "scpp/model.hpp"
#include "scpp/options.hpp"
#include "spectral/objective.hpp"
#include "split/node.hpp"
#include "split/split.hpp"
#include "split/start.hpp"

namespace scpp {

inline constexpr Index most_kaiser_components = 20;

/// Kaiser's criterion: how many covariance eigenvalues (descending) are at least 1; at least 1, at most 20.
Index intrinsic_dimension(const Vector& eigenvalues);

/// The paper's sigma (section 6.1), times options.sigma_scale; or options.sigma if that is given.
double bandwidth(const Vector& eigenvalues, double rows, const PursuitOptions& options);

// From eigenvectors to sides (Ng, Jordan and Weiss, as in Algorithm 2).

struct Partition {
  std::vector<std::int32_t> side;  ///< of every microcluster; side 0 is the heaviest, and so on down
  std::vector<double> weights;     ///< of every side, descending

  double smallest() const { return weights.back(); }
};

/// k-means with `parts` centres on the normalised rows of the first `parts` eigenvectors; fewer parts come
/// back when the rows take fewer distinct values. Sides of equal weight are ordered by where their `centres`
/// lie, so that the order of rows does not matter.
Partition partition(const SpectralState& state, const Vector& weights, const RowMatrix& centres, Index parts);

// One start, followed through the beta schedule until it gives a balanced partition.

struct Candidate {
  ColMatrix directions;  ///< in the objective's coordinates
  Partition sides;
  double sigma = 0, beta = 0;
  double value = 0;   ///< objective
  double lambda = 0;  ///< its eigenvalue part
  double next_lambda = 0;
  Vector spread;
  StopReason stop = StopReason::step_limit;
  std::string stop_sentence;
  std::vector<TracePoint> trace;
};

struct Pursuit {
  std::optional<Candidate> candidate;
  Index evaluations = 0;
};

/// Decreases beta from start.beta_max until the partition is balanced (section 6.1). A minimisation is given
/// up as soon as the sign pattern of its second eigenvector is not.
Pursuit pursue(const PreparedNode& node, const Start& start, const SplitOptions& options,
               const SplitTask& task);

}  // namespace scpp
