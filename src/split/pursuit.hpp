#pragma once
// One start, followed through the beta schedule until it gives a balanced partition.
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "scpp/model.hpp"
#include "spectral/objective.hpp"
#include "split/bipartition.hpp"
#include "split/node.hpp"
#include "split/split.hpp"
#include "split/start.hpp"

namespace scpp {

struct Candidate {
  ColMatrix directions;  ///< in the objective's coordinates
  Partition sides;
  double sigma = 0, beta = 0;
  double value = 0;    ///< objective
  double lambda = 0;   ///< its eigenvalue part
  double next_lambda = 0;
  Vector spread;
  std::string stop, stop_sentence;
  std::vector<TracePoint> trace;
};

struct Pursuit {
  std::optional<Candidate> candidate;
  Index evaluations = 0;
};

/// Decreases beta from start.beta_max until the partition is balanced (section 6.1). A minimisation is given up as soon as
/// the sign pattern of its second eigenvector is not.
Pursuit pursue(const PreparedNode& node, const Start& start, const SplitOptions& options, const SplitTask& task);

}  // namespace scpp
