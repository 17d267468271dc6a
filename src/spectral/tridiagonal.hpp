#pragma once
// The least eigenpair of a small symmetric tridiagonal matrix, in O(k) a step.
#include <vector>

namespace scpp {

struct TridiagonalPair {
  double value;
  std::vector<double> vector;  ///< unit
};

/// `diagonal` has k entries, `beside` (the off-diagonal) at least k - 1. `below` must not exceed the least
/// eigenvalue; the closer it is, the fewer steps (-infinity is closed in by Gershgorin's circles).
TridiagonalPair least_pair(const std::vector<double>& diagonal, const std::vector<double>& beside, double below);

}  // namespace scpp
