#pragma once
// Gaussian mixtures whose clusters can be told apart by a stated distance, whatever the number of columns.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct MixtureOptions {
  Index clusters = 2, columns = 10, noise_columns = 5, rows = 800;
  double separation = 6;  ///< of every cluster from the nearest, see separation_of
  std::uint64_t seed = 0;
};

struct Mixture {
  RowMatrix rows;  ///< informative columns first
  std::vector<std::int32_t> classes;
};

/// Every cluster has another at exactly `separation` and none nearer, in means of the two clusters' standard
/// deviations along the line that joins their centres. Weights differ up to threefold, covariances are half
/// round and half random.
Mixture separated_mixture(const MixtureOptions& options);

}  // namespace scpp
